/// @file
/// @brief Lesson 06's walkthrough says what the simulator shows of each version: here it is held to that.
#include <string>
#include <vector>

#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr const char* kProgram = "06_matrix_multiply";
constexpr double kM = 96, kN = 128, kK = 64;
constexpr double kWarps = kM * kN / 32;            // of v1 to v3: a thread for each element of C
constexpr double kBlocks = (kM / 32) * (kN / 32);  // of v1 to v3: tiles of 32 x 32
constexpr double kSections = 2;                    // of k in v6 and v7, with the grid that is asked for below
constexpr double kWideBlocks = 2 * 2 * kSections;  // of v6 and v7: tiles of 64 x 64, the lower two of which hang over C's edge
constexpr double kRounds = kK / kSections / 8;     // in which such a block adds its section, 8 steps of k at a time

const Profile& profile() {
  static const Profile run(kProgram, {"--size", "96x128x64"});
  return run;
}

const Profile& in_sections() {
  static const Profile run(kProgram, {"--size", "96x128x64", "--kernel", "v6,v7", "--grid", "8"});
  return run;
}

constexpr double kFastK = 64;

/// Of sizes that are whole tiles of v4, v5 and v8.
const Profile& fast() {
  static const Profile run(kProgram, {"--size", "128x256x64", "--kernel", "v4,v5,v8"});
  return run;
}

Counts multiply(const std::string& version) { return profile().launch(version, "multiply"); }

}  // namespace

TEST_CASE("06: the simulator counts what the walkthrough says", "[lesson06][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1's threads lie along a column: 32 sectors of A, 1 of B, 32 of C") {
    const Counts naive = multiply("v1_naive");
    CHECK(naive.blocks() == kBlocks);
    CHECK(naive.requests("ld") == 2 * kWarps * kK);
    CHECK(naive.sectors("ld") == (32 + 1) * kWarps * kK);
    CHECK(naive.requests("st") == kWarps);
    CHECK(naive.sectors("st") == 32 * kWarps);
    CHECK(naive.lanes() == 32);
  }

  SECTION("v2's lie along a row: 1 sector of A, 4 of B, 4 of C") {
    const Counts coalesced = multiply("v2_coalesced");
    CHECK(coalesced.requests("ld") == 2 * kWarps * kK);
    CHECK(coalesced.sectors("ld") == (1 + 4) * kWarps * kK);
    CHECK(coalesced.sectors("ld") == coalesced.ideal_sectors("ld"));
    CHECK(coalesced.sectors("st") == 4 * kWarps);
  }

  SECTION("v3 loads an element for 32 that v2 loads, and takes two wavefronts a product of a warp") {
    const Counts shared = multiply("v3_shared_memory");
    CHECK(shared.requests("ld") == multiply("v2_coalesced").requests("ld") / 32);
    CHECK(shared.sectors("ld") == 4 * shared.requests("ld"));
    CHECK(shared.barriers() == 2 * (kK / 32) * kBlocks);
    CHECK(shared.wavefronts("ld") == 2 * kWarps * kK);
    CHECK(shared.wavefronts("st") == 2 * kWarps * kK / 32);
    for (const char* op : {"ld", "st"}) CHECK(shared.bank_conflicts(op) == 0);
  }

  SECTION("v2 moves 20 bytes for each 32 products, v3 8 for each 32 squared") {
    const double products = kM * kN * kK, c = 4 * kM * kN;
    CHECK(profile().version("v2_coalesced").bytes_moved() == 5 * 32 * products / 32 + c);
    CHECK(profile().version("v3_shared_memory").bytes_moved() == 8 * products / 32 + c);
  }

  SECTION("a tile of 16 x 16 lets v3 load twice as much, one of 8 x 8 four times") {
    const double square = multiply("v3_shared_memory").sectors("ld");
    for (const double side : {16.0, 8.0}) {
      const std::string tile = std::to_string(static_cast<int>(side));
      const Profile smaller(kProgram, {"--size", "96x128x64", "--kernel", "v3", "--tile", tile + "x" + tile});
      CHECK(smaller.launch("v3_shared_memory", "multiply").sectors("ld") == square * 32 / side);
    }
  }

  SECTION("a flat tile lets v3 load more than a square one of as many threads") {
    const Profile flat(kProgram, {"--size", "96x128x64", "--kernel", "v3", "--tile", "128x8"});
    // Of each element of C's row and column, 1/128 and 1/8 are loaded, in place of 1/32 and 1/32.
    CHECK(flat.launch("v3_shared_memory", "multiply").bytes_moved() == 4 * kM * kN * kK * (1.0 / 128 + 1.0 / 8) + 4 * kM * kN);
  }

  SECTION("v4 takes 16 wavefronts for 64 products of a warp, where v3 takes 128") {
    const Counts registers = multiply("v4_register_tile");
    const double warps = 8, rounds = kK / 8;  // of the one block, which has a quarter of its 128 rows beyond C's edge
    CHECK(registers.blocks() == 1);
    CHECK(registers.threads() == 32 * warps);
    CHECK(registers.wavefronts("ld") == 16 * warps * kK);
    CHECK(multiply("v3_shared_memory").wavefronts("ld") == 128 * warps * kK * (kM / 128));
    CHECK(registers.wavefronts("st") == (32 + 32) * rounds);  // 128 x 8 of A and 8 x 128 of B
    CHECK(registers.requests("ld") == (32 * (kM / 128) + 32) * rounds);
    CHECK(registers.sectors_per_request("ld") == 4);
    CHECK(registers.barriers() == 2 * rounds);
    for (const char* op : {"ld", "st"}) CHECK(registers.bank_conflicts(op) == 0);
  }

  SECTION("v5 takes 12 wavefronts for 128 products of a warp, where v4 takes 32, and a barrier for 8 steps of k") {
    const Counts ahead = fast().launch("v5_pipelined", "multiply"), registers = fast().launch("v4_register_tile", "multiply");
    const double warps = 8, stages = kFastK / 8;
    CHECK(ahead.blocks() == 1);
    CHECK(ahead.threads() == 32 * warps);
    CHECK(ahead.wavefronts("ld") == 12 * warps * (kFastK + 1));  // what would be multiplied next is read at the end, too
    CHECK(registers.wavefronts("ld") == 32 * warps * kFastK);
    CHECK(ahead.requests("ld") == (32 + 16) * stages);  // 128 x 8 of A, 4 bytes a lane, and 8 x 256 of B, 16 bytes a lane
    CHECK(ahead.sectors("ld") == (32 * 4 + 16 * 16) * stages);
    CHECK(ahead.sectors("st") == 128 * 256 / 8);
    CHECK(ahead.barriers() == stages + 1);
    for (const char* op : {"ld", "st"}) CHECK(ahead.bank_conflicts(op) == 0);
  }

  SECTION("v8 takes 24 wavefronts for 48 instructions of a warp, and loads A and B as they are") {
    REQUIRE(fast().launches("v8_tensor_cores") == 1);
    const Counts split = fast().launch("v8_tensor_cores", "multiply");
    const double blocks = 4, warps = 4, stages = kFastK / 32, steps = kFastK / 8;  // tiles of 128 x 64
    CHECK(split.blocks() == blocks);
    CHECK(split.threads() == 32 * warps);
    CHECK(split.wavefronts("ld") == blocks * warps * 24 * (steps + 1));      // what would be multiplied next is read at the end, too
    CHECK(split.requests("ld") == blocks * stages * 32 * (128 + 64) / 128);  // four floats a lane
    CHECK(split.sectors("ld") == 16 * split.requests("ld"));
    CHECK(split.sectors("st") == 2 * 128 * 256 / 8);  // in two rounds, each of which writes half of a sector
    CHECK(split.barriers() == blocks * (stages + 1));
    for (const char* op : {"ld", "st"}) CHECK(split.bank_conflicts(op) == 0);
  }

  SECTION("v6 and v7 have a block for each tile and section, and v6 adds the sections in a second launch") {
    for (const char* version : {"v6_reduction_optimized", "v7_atomic_combine"}) {
      const Counts split = in_sections().launch(version, "multiply");
      CHECK(split.blocks() == kWideBlocks);
      CHECK(split.threads() == 64);
      CHECK(split.barriers() == 2 * kRounds * kWideBlocks);
    }
    CHECK(in_sections().launches("v6_reduction_optimized") == 2);
    CHECK(in_sections().launches("v7_atomic_combine") == 1);

    const Counts adding = in_sections().launch("v6_reduction_optimized", "add_sections");
    CHECK(adding.blocks() == kM * kN / 32);
    CHECK(adding.threads() == 32 * kSections);
    CHECK(adding.sectors("ld") == kSections * kM * kN / 8);
    CHECK(adding.sectors("st") == kM * kN / 8);
  }

  SECTION("v7 has an atomic for each element and section, no two of a warp on the same element") {
    const Counts atomic = in_sections().launch("v7_atomic_combine", "multiply"),
                 plain = in_sections().launch("v6_reduction_optimized", "multiply");
    CHECK(atomic.atomics() == kSections * kM * kN);
    CHECK(atomic.contention() == 1);
    CHECK(plain.atomics() == 0);
    CHECK(plain.requests("st") == atomic.requests("red"));
    CHECK(atomic.requests("st") == 0);
  }

  SECTION("a short has no atomic addition: v7 compares and swaps, at least once for each element and section") {
    const Profile run(kProgram, {"--size", "96x128x64", "--kernel", "v7", "--grid", "8", "--type", "short"});
    const Counts atomic = run.launch("v7_atomic_combine", "multiply");
    CHECK(atomic.requests("red") == 0);
    CHECK(atomic.atomics() >= kSections * kM * kN);
  }

  SECTION("no version has a hazard, in any type") {
    for (const std::string& name : kernels_of(kProgram)) CHECK(profile().hazards(name) == "");
    for (const char* type : {"double", "int", "short"}) {
      const Profile run(kProgram, {"--size", "65x34x33", "--type", type});
      for (const std::string& name : kernels_of(kProgram, type)) CHECK(run.hazards(name) == "");
    }
  }
}
