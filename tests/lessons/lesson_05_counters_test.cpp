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
constexpr double kTiles = 4.0 * 5 / 2;  // of v9 to v11: a triangle, 512 / 128 tiles high
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

  SECTION("v5 reads a row by a warp, side by side, and needs no barrier") {
    const Counts warp = multiply("v5_warp_per_row");
    CHECK(warp.blocks() * warp.threads() == 32 * kSize);
    CHECK(warp.requests("ld") == 2 * kSize * kSize / 32);
    CHECK(warp.sectors_per_request("ld") == 4);
    CHECK(warp.requests("st") == kSize);
    CHECK(warp.barriers() == 0);
  }

  SECTION("v6 and v7 ask for 16 bytes a lane, as often for x as for A") {
    for (const char* name : {"v6_vectorized_loads", "v7_loads_in_flight"}) {
      const Counts wide = multiply(name);
      CHECK(wide.blocks() * wide.threads() == 32 * kSize);
      CHECK(wide.requests("ld") == 2 * kSize * kSize / (32 * 4));
      CHECK(wide.sectors_per_request("ld") == 16);
      CHECK(wide.sectors("ld") == wide.ideal_sectors("ld"));
      CHECK(wide.requests("st") == kSize);
      CHECK(wide.barriers() == 0);
    }
  }

  SECTION("v4 has more blocks than v3, and adds once for each row and section") {
    const Counts sections = multiply("v4_atomic_combine");
    const double across = kSize / kBlock;
    CHECK(sections.blocks() > multiply("v3_shared_memory").blocks());
    CHECK(sections.atomics() == kSize * sections.blocks() / across);
    CHECK(sections.contention() == 1);
    CHECK(sections.sectors("red") == 4 * sections.requests("red"));
    CHECK(sections.requests("st") == 0);
    CHECK(sections.barriers() == 2 * sections.blocks());
  }

  SECTION("v8 reads half of A, and adds to y for each element that it reads") {
    const Counts half = multiply("v8_half_matrix");
    const double elements = kSize * (kSize + 1) / 2;
    CHECK(half.atomics() == elements);  // below the diagonal one each, and one for each row
    // Row i has i / 32 + 1 loads of A and as many of x, and one of x[i]; a load of A touches the sectors of its elements.
    const double rounds = 32 * 16 * 17 / 2;
    CHECK(half.requests("ld") == 2 * rounds + kSize);
    CHECK(half.requests("st") == 0);
  }

  SECTION("v9 to v11 read half of A, and two sums leave each tile for each of its 128 rows") {
    // A tile beside the diagonal: 16 sectors a row. On the diagonal, row r has r + 1 elements, in r / 8 + 1 sectors: 8 (1 + 2 + … + 16).
    const double of_a = (kTiles - kDiagonal) * kTile * 16 + kDiagonal * 8 * 136;
    CHECK(of_a < 0.51 * kSize * kSize / 8);
    const double of_x = kTiles * (kWarpsOfTile * 16 + kTile);  // each warp reads the columns' elements once, and each row's one
    for (const char* name : {"v9_triangle_tiles", "v10_rows_in_flight", "v11_fixed_order"}) {
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
    for (const char* name : {"v9_triangle_tiles", "v10_rows_in_flight"}) {
      CHECK(multiply(name).atomics() == kTiles * 2 * kTile);
      CHECK(multiply(name).contention() == 1);
    }
    CHECK(multiply("v11_fixed_order").requests("st") == kTiles * 2 * kTile / 32);
    CHECK(multiply("v11_fixed_order").sectors("st") == kTiles * 2 * kTile / 8);
  }

  SECTION("v11 has a second kernel and no atomics") {
    for (const std::string& name : kernels_of("05_matrix_vector")) CHECK(profile().launches(name) == (name == "v11_fixed_order" ? 2 : 1));
    CHECK(profile().version("v11_fixed_order").atomics() == 0);
    const Counts last = profile().launch("v11_fixed_order", "add_partials");
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
