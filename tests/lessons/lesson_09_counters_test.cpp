/// @file
/// @brief Lesson 09's walkthrough says what the simulator shows of each version: here it is held to that.
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr double kSize = 128;
constexpr double kWarps = kSize / 32;  // that have a thread for each row
constexpr std::size_t kSteps = 5;
constexpr double kIterations = kSteps;

const Profile& profile() {
  static const Profile run("09_conjugate_gradient", {"--size", "128", "--iterations", "5", "--tolerance", "0"});
  return run;
}

Counts multiply(const char* version) { return profile().launch(version, "multiply"); }

}  // namespace

TEST_CASE("09: the simulator counts what the walkthrough says", "[lesson09][counters]") {
  if (!kOnSimulator) return;

  SECTION("eight launches an iteration, then three, four, and one for all") {
    for (const char* name : {"v1_naive", "v2_coalesced", "v3_shared_memory"}) CHECK(profile().launches(name) == 2 + 8 * kSteps);
    CHECK(profile().launches("v4_reduction_optimized") == 1 + 3 * kSteps);
    CHECK(profile().launches("v5_atomic_combine") == 1 + 4 * kSteps);
    CHECK(profile().launches("v6_persistent") == 1);
    CHECK(profile().launches("v7_half_matrix") == 1 + 3 * kSteps);
  }

  SECTION("v1's loads of A touch 32 sectors each, v2's touch 4") {
    for (const char* name : {"v1_naive", "v2_coalesced"}) CHECK(multiply(name).requests("ld") == 2 * kWarps * kSize);  // of A, and of p
    CHECK(multiply("v1_naive").sectors("ld") == kWarps * kSize * (32 + 1));
    CHECK(multiply("v2_coalesced").sectors("ld") == kWarps * kSize * (4 + 1));
  }

  SECTION("v3 fetches p once for its block, and reads it by broadcast") {
    const Counts shared = multiply("v3_shared_memory");
    CHECK(shared.requests("ld") == kWarps * kSize + kWarps);
    CHECK(shared.wavefronts("ld") == kWarps * kSize);
    CHECK(shared.bank_conflicts("ld") + shared.bank_conflicts("st") == 0);
  }

  SECTION("v4 asks for 16 bytes a lane") {
    const Counts wide = multiply("v4_reduction_optimized");
    CHECK(wide.requests("ld") == kSize * 4);  // of each row: A, p, p's own element, and the state
    CHECK(wide.sectors("ld") == kSize * (16 + 16 + 1 + 1));
    CHECK(profile().version("v4_reduction_optimized").atomics() == 0);
  }

  SECTION("v5 adds to q once for each row and section, and to a sum once for each block") {
    const double sections = kSize / 32;
    CHECK(multiply("v5_atomic_combine").blocks() == sections);
    CHECK(multiply("v5_atomic_combine").atomics() == kSize * sections);
    CHECK(profile().version("v5_atomic_combine").atomics() == kIterations * (kSize * sections + 2));
  }

  SECTION("v6 reads A once, whatever the number of iterations") {
    const Counts stays = profile().version("v6_persistent");
    const double blocks = kSize / 16;               // a row for each of 16 warps
    const double once = kSize + blocks * kWarps;    // A's rows; b, by each block
    const double each = blocks * (2 * kWarps + 1);  // q, twice; and x, by the warp that has the block's elements
    CHECK(stays.requests("ld") == once + kIterations * each);
    CHECK(stays.sectors("ld") == kSize * 16 + blocks * kWarps * 4 + kIterations * blocks * (2 * kWarps * 4 + 2));
    CHECK(stays.atomics() == 0);
    CHECK(stays.bank_conflicts("ld") + stays.bank_conflicts("st") == 0);
  }

  SECTION("v7 reads one triangle, and adds two numbers for each of a tile's 128 rows") {
    const Counts half = multiply("v7_half_matrix");
    CHECK(half.blocks() == 1);
    CHECK(half.atomics() == 2 * kSize);
    // A: row r has r + 1 elements, in r / 8 + 1 sectors. The state: once a warp. p: 16 sectors for each warp, one for each row, and 2 * 16
    // for what is added.
    CHECK(half.sectors("ld") == 8 * 136 + 8 + 8 * 16 + kSize + 2 * kSize / 8);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of("09_conjugate_gradient")) CHECK(profile().hazards(name) == "");
  }
}
