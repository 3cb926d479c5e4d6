/// @file
/// @brief Lesson 10's walkthrough says what the simulator shows of each version: here it is held to that.
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr double kSize = 256;  // n

const Profile& profile() {
  static const Profile run("10_durbin", {"--size", "256"});
  return run;
}

// Σ over the steps k = 1 … n − 1 of the groups of `size` that cover k.
constexpr double groups(double size) {
  double sum = 0;
  for (double k = 1; k < kSize; ++k) sum += static_cast<double>(static_cast<int>((k + size - 1) / size));
  return sum;
}

}  // namespace

TEST_CASE("10: the simulator counts what the walkthrough says", "[lesson10][counters]") {
  if (!kOnSimulator) return;

  SECTION("each lane of v1 stores to a sector of its own, a warp of v2 to as few as can be") {
    const Counts naive = profile().busiest_line("v1_naive", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
    CHECK(naive.sectors("st") == kSize * (kSize - 1) / 2);  // k elements at step k
    CHECK(naive.requests("st") == groups(32));
    const Counts coalesced = profile().busiest_line("v2_coalesced", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum");
    CHECK(coalesced.sectors("st") == coalesced.ideal_sectors("st"));
  }

  SECTION("v1 is one launch with three barriers a step, v2 to v5 are two launches a step, v6 to v8 are one") {
    for (const char* name : {"v1_naive", "v6_one_block", "v7_one_barrier", "v8_s_step"}) CHECK(profile().launches(name) == 1);
    for (const char* name : {"v2_coalesced", "v3_shared_memory", "v4_reduction_optimized", "v5_atomic_combine"})
      CHECK(static_cast<double>(profile().launches(name)) == 2 * (kSize - 1) + 1);
    CHECK(profile().version("v1_naive").barriers() == 3 * kSize);
  }

  SECTION("v3's tree of 128 threads has seven barriers, and no bank conflicts") {
    const double blocks = groups(128);  // of each of the two kernels
    CHECK(profile().version("v2_coalesced").barriers() == blocks);
    CHECK(profile().version("v3_shared_memory").barriers() == (7 + 1) * blocks);
    for (const char* op : {"ld", "st"}) CHECK(profile().version("v3_shared_memory").bank_conflicts(op) == 0);
  }

  SECTION("a block of v3 leaves one sum where v2's threads leave 128") {
    CHECK(profile().launch("v2_coalesced", "dot").requests("st") == 4);  // of the first step: four warps
    CHECK(profile().launch("v3_shared_memory", "dot").requests("st") == 1);
    CHECK(profile().launch("v2_coalesced", "update").requests("ld") > 128);
    CHECK(profile().launch("v3_shared_memory", "update").requests("ld") < 10);
  }

  SECTION("v4 has one barrier in each kernel, v5 one a step, and an atomic addition") {
    CHECK(profile().version("v4_reduction_optimized").barriers() == 2 * (kSize - 1));
    CHECK(profile().version("v5_atomic_combine").barriers() == kSize - 1);
    CHECK(profile().version("v5_atomic_combine").atomics() == kSize - 1);  // one block is enough for so short a y
    CHECK(profile().version("v5_atomic_combine").contention() == 1);
    CHECK(profile().version("v4_reduction_optimized").atomics() == 0);
  }

  SECTION("v6 has two barriers a step, v8 one for 32 steps") {
    CHECK(profile().version("v6_one_block").barriers() == 2 * kSize);
    CHECK(profile().version("v8_s_step").barriers() == kSize / 32);
  }

  SECTION("y leaves device memory in v6, and all but the first and last touch of r and y in v8") {
    CHECK(profile().version("v6_one_block").requests("st") == kSize / 32);
    CHECK(profile().version("v7_one_barrier").requests("st") == kSize / 32);
    CHECK(profile().version("v8_s_step").requests("st") == kSize / 32);
    CHECK(profile().version("v8_s_step").requests("ld") == 2 * kSize / 32);
    CHECK(profile().version("v8_s_step").bytes_moved() < 4 * kSize * sizeof(float));
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of("10_durbin")) CHECK(profile().hazards(name) == "");
  }
}
