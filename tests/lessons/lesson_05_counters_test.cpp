/// @file
/// @brief Lesson 05's walkthrough says what the simulator shows of each version: here it is held to that.
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr double kSize = 512;
constexpr double kBlock = 256;          // threads
constexpr double kWarps = kSize / 32;   // of v1 to v3, which have a thread for each row
constexpr double kTiles = 4.0 * 5 / 2;  // of v6 and v7: a triangle, 512 / 128 tiles high
constexpr double kDiagonal = 4;         // of which lie on the diagonal
constexpr double kTile = 128;           // rows and columns
constexpr double kWarpsOfTile = kBlock / 32;

const Profile& profile() {
  static const Profile run("05_matrix_vector", {"--size", "512"});
  return run;
}

Counts multiply(const char* version) { return profile().launch(version, "multiply"); }

}  // namespace

TEST_CASE("05: the simulator counts what the walkthrough says", "[lesson05][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1's loads of A touch 32 sectors each, v2's touch 4, and there are equally many") {
    const Counts naive = multiply("v1_naive"), coalesced = multiply("v2_coalesced");
    for (const Counts* one : {&naive, &coalesced}) CHECK(one->requests("ld") == 2 * kWarps * kSize);  // one of A, one of x
    CHECK(naive.sectors("ld") == kWarps * kSize * (32 + 1));  // all lanes read the same element of x
    CHECK(coalesced.sectors("ld") == kWarps * kSize * (4 + 1));
    CHECK(coalesced.sectors("ld") == coalesced.ideal_sectors("ld"));
  }

  SECTION("v3 reads x from shared memory, by broadcast") {
    const Counts shared = multiply("v3_shared_memory");
    const double blocks = kSize / kBlock, sections = kSize / kBlock;
    CHECK(shared.blocks() == blocks);
    CHECK(shared.requests("ld") == kWarps * kSize + blocks * kWarps);  // A; and x once a block
    CHECK(shared.sectors("ld") == 4 * shared.requests("ld"));
    CHECK(shared.barriers() == 2 * sections * blocks);
    CHECK(shared.wavefronts("ld") == kWarps * kSize);  // one for each of the warp's reads of x
    CHECK(shared.wavefronts("st") == blocks * kWarps);
    for (const char* op : {"ld", "st"}) CHECK(shared.bank_conflicts(op) == 0);
  }

  SECTION("v4 asks for 16 bytes a lane, as often for x as for A") {
    const Counts wide = multiply("v4_reduction_optimized");
    CHECK(wide.blocks() * wide.threads() == 32 * kSize);
    CHECK(wide.requests("ld") == 2 * kSize * kSize / (32 * 4));
    CHECK(wide.sectors_per_request("ld") == 16);
    CHECK(wide.sectors("ld") == wide.ideal_sectors("ld"));
    CHECK(wide.requests("st") == kSize);
    CHECK(wide.barriers() == 0);
  }

  SECTION("v5 has more blocks than v3, and adds once for each row and section") {
    const Counts sections = multiply("v5_atomic_combine");
    const double across = kSize / kBlock;
    CHECK(sections.blocks() > multiply("v3_shared_memory").blocks());
    CHECK(sections.atomics() == kSize * sections.blocks() / across);
    CHECK(sections.contention() == 1);
    CHECK(sections.sectors("red") == 4 * sections.requests("red"));
    CHECK(sections.requests("st") == 0);
    CHECK(sections.barriers() == 2 * sections.blocks());
  }

  SECTION("v6 and v7 read half of A, and two sums leave each tile for each of its 128 rows") {
    // A tile beside the diagonal: 16 sectors a row. On the diagonal, row r has r + 1 elements, in r / 8 + 1 sectors: 8 (1 + 2 + … + 16).
    const double of_a = (kTiles - kDiagonal) * kTile * 16 + kDiagonal * 8 * 136;
    CHECK(of_a < 0.51 * kSize * kSize / 8);
    const double of_x = kTiles * (kWarpsOfTile * 16 + kTile);  // each warp reads the columns' elements once, and each row's one
    for (const char* name : {"v6_half_matrix", "v7_fixed_order"}) {
      const Counts half = multiply(name);
      CHECK(half.blocks() == kTiles);
      CHECK(half.sectors("ld") == of_a + of_x);
      CHECK(half.requests("ld") == kTiles * (kTile + kWarpsOfTile + kTile));
      CHECK(half.barriers() == kTiles);
      for (const char* op : {"ld", "st"}) CHECK(half.bank_conflicts(op) == 0);
      // Lane 0 leaves a row's sum; each warp leaves 128 sums of columns, 16 bytes a lane.
      CHECK(half.wavefronts("st") == kTiles * (kTile + kWarpsOfTile * 4));
      CHECK(half.wavefronts("ld") == kTiles * (kTile / 32) * (1 + kWarpsOfTile));
    }
    CHECK(multiply("v6_half_matrix").atomics() == kTiles * 2 * kTile);
    CHECK(multiply("v6_half_matrix").contention() == 1);
    CHECK(multiply("v7_fixed_order").requests("st") == kTiles * 2 * kTile / 32);
    CHECK(multiply("v7_fixed_order").sectors("st") == kTiles * 2 * kTile / 8);
  }

  SECTION("v7 has a second kernel and no atomics") {
    for (const std::string& name : kernels_of("05_matrix_vector")) CHECK(profile().launches(name) == (name == "v7_fixed_order" ? 2 : 1));
    CHECK(profile().version("v7_fixed_order").atomics() == 0);
    const Counts last = profile().launch("v7_fixed_order", "add_partials");
    CHECK(last.blocks() == kSize / 32);
    CHECK(last.requests("ld") ==
          (kSize / kTile + 1) * kSize / 32);  // a row of tiles has 4 sums across and down, and one more on the diagonal
    CHECK(last.barriers() == last.blocks());
    CHECK(last.bank_conflicts("ld") + last.bank_conflicts("st") == 0);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of("05_matrix_vector")) CHECK(profile().hazards(name) == "");
  }
}
