/// @file
/// @brief Lesson 08's walkthrough says what the simulator shows of v1, v2 and v3: here it is held to that.
#include <algorithm>
#include <cstdint>
#include <string>

#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr const char* kProgram = "08_cholesky";
constexpr int kN = 128;
constexpr double kSteps = kN;
constexpr double kBelow = kN * (kN - 1) / 2.0;                  // elements below the diagonal
constexpr double kUpdates = (kN - 1.0) * kN * (kN + 1) / 6;     // multiplications with which numbers are subtracted
constexpr int kTile = 32, kTiles = kN / kTile;                  // of v3
constexpr double kWarpsOfTile = kTile;                          // a row each
constexpr double kPanels = kTiles * (kTiles - 1) / 2.0;         // tiles solved, over all steps: 3 + 2 + 1
constexpr double kRest = kTiles * (kTiles * kTiles - 1) / 6.0;  // tiles updated: 6 + 3 + 1
constexpr double kRestDiagonal = kTiles * (kTiles - 1) / 2.0;   // of which on the diagonal

const Profile& profile() {
  static const Profile run(kProgram, {"--size", std::to_string(kN)});
  return run;
}

/// Sectors of 32 bytes that the floats `first` to `last` of a row lie in.
int sectors_of(int first, int last) { return last / 8 - first / 8 + 1; }

}  // namespace

TEST_CASE("08: the simulator counts what the walkthrough says of v1, v2 and v3", "[lesson08][counters]") {
  if (!kOnSimulator) return;

  SECTION("a version first copies one triangle, 16 bytes a lane") {
    for (const char* version : {"v1_naive", "v2_coalesced", "v3_shared_memory"}) {
      const Counts copy = profile().launch(version, "copy_rows");
      CHECK(copy.requests("ld") == kN);                  // a warp a row
      CHECK(copy.sectors("ld") == 8 * (16.0 * 17 / 2));  // row i: columns 0 to i, of 128; eight rows end in a sector
      CHECK(copy.sectors("st") == kN * 16 + 1);          // and info
    }
  }

  SECTION("v1 touches a sector for each element that it updates, once to load it and once to store it") {
    const Counts naive = profile().launch("v1_naive", "decompose");
    CHECK(naive.blocks() == 1);
    CHECK(naive.threads() == 512);
    CHECK(naive.barriers() == 2 * kSteps);
    double warp_steps = 0;  // of the inner loop: a warp goes on as long as its longest row
    for (int m = kN - 1; m > 0; --m)
      for (int first = 0; first < m; first += 32) warp_steps += std::min(first + 32, m);
    const double pivots = kSteps * naive.threads() / 32;
    CHECK(naive.sectors("ld") == pivots + 2 * kBelow + kUpdates + warp_steps);  // quotients, factors, updated elements, column k
    CHECK(naive.sectors("st") == kSteps + kBelow + kUpdates);

    const Counts inner = profile().busiest_line("v1_naive", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
    CHECK(inner.requests("st") == warp_steps);
    CHECK(inner.sectors("st") == kUpdates);
    CHECK(inner.sectors("ld") == kUpdates + warp_steps);
  }

  SECTION("v2's threads lie along a row: as many sectors as lanes side by side need") {
    CHECK(profile().launches("v2_coalesced") == 1 + 2 * kN);
    const Counts divide = profile().launch("v2_coalesced", "divide"), eliminate = profile().launch("v2_coalesced", "eliminate");
    CHECK(divide.sectors("ld") == kN / 32.0 + kN - 1);  // each warp reads the pivot; and a column of L, a sector an element
    CHECK(divide.sectors("st") == kN / 8.0);            // side by side now, the root and the quotients
    CHECK(eliminate.blocks() == kN);
    CHECK(eliminate.barriers() == 0);
    double of_row = 0, of_factor = 0;
    for (int i = 1; i < kN; ++i)
      for (int j = 1; j <= i; j += 32) {
        of_row += sectors_of(j, std::min(j + 31, i));
        ++of_factor;
      }
    CHECK(eliminate.sectors("ld") == kN + 2 * of_row + of_factor);  // the first thread's, the row's and the column's, and the factor
    CHECK(eliminate.sectors("st") == kN + of_row);
    CHECK(eliminate.sectors("ld") < 1.2 * eliminate.ideal_sectors("ld"));  // rows begin one beside a sector
  }

  SECTION("v3 has three launches a tile, and reads and writes the rest once for 32 columns") {
    CHECK(profile().launches("v3_shared_memory") == 1 + 3 * kTiles - 2);
    const double tile_sectors = kTile * 4;
    const double triangle_sectors = 8 * (1.0 + 2 + 3 + 4);  // row r of a tile on the diagonal: columns 0 to r
    const double rest_sectors = (kRest - kRestDiagonal) * tile_sectors + kRestDiagonal * triangle_sectors;
    const Counts blocked = profile().version("v3_shared_memory"), copy = profile().launch("v3_shared_memory", "copy_rows");
    CHECK(blocked.sectors("ld") - copy.sectors("ld") == (kTiles + 2 * kPanels + 2 * kRest) * tile_sectors + rest_sectors);
    CHECK(blocked.sectors("st") - copy.sectors("st") == kTiles * triangle_sectors + kPanels * tile_sectors + rest_sectors);
    CHECK(blocked.barriers() == kTiles * 2.0 * kTile + kPanels * 2.0 * kTile + kRest);

    const double coalesced = profile().version("v2_coalesced").bytes_moved();
    CHECK(blocked.bytes_moved() < coalesced / 15);
    CHECK(profile().version("v1_naive").bytes_moved() > 3 * coalesced);
  }

  SECTION("v3's tiles are read without bank conflicts, two wavefronts a product of a warp") {
    for (const char* kernel : {"decompose_diagonal", "solve_panel", "update"})
      for (const char* op : {"ld", "st"}) CHECK(profile().launch("v3_shared_memory", kernel).bank_conflicts(op) == 0);
    const Counts update = profile().launch("v3_shared_memory", "update");
    const double working = (kTiles - 1) * kTiles / 2.0;
    CHECK(update.blocks() == (kTiles - 1) * (kTiles - 1));  // some of which lie right of the diagonal, and return
    CHECK(update.barriers() == working);
    CHECK(update.wavefronts("ld") == working * kWarpsOfTile * 2 * kTile);
    CHECK(update.wavefronts("st") == working * kWarpsOfTile * 2);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of(kProgram)) CHECK(profile().hazards(name) == "");
  }
}
