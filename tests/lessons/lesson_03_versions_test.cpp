/// @file
/// @brief Lesson 03's program: every version's answers, the report, and what it says to bad input.
#include <string>
#include <vector>

#include "../../lessons/03_reduction/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using lockstep::Outcome;
using lockstep::run_program;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::kernels_of;
using lockstep::testing::own_versions_of;
using lockstep::testing::program_of;
using lockstep::testing::Refusal;

namespace {

constexpr const char* kLesson = Reduction::kInfo.name;

}  // namespace

TEST_CASE("03: the ladder has a version in each file", "[lesson03]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_shared_memory", "v3_strided_index",
                                                             "v4_sequential", "v5_first_add", "v6_coalesced", "v7_last_warp", "v8_unrolled",
                                                             "v9_warp_shuffle", "v10_thread_coarsening", "v11_one_wave",
                                                             "v12_vectorized_loads", "v13_atomic_combine", "v14_block_per_tile"});
}

TEST_CASE("03: every version adds integers without error, at ragged sizes", "[lesson03]") {
  check_answers<Reduction>({{1}, {2}, {3}, {31}, {32}, {33}, {255}, {257}, {511}, {513}, {1023}, {1025}, {2047}, {4099}, {65537}},
                           InputKind::exact);
}

TEST_CASE("03: every version adds reals within the bound", "[lesson03]") {
  check_answers<Reduction>({{1}, {33}, {1025}, {65537}}, InputKind::real);
}

TEST_CASE("03: every kernel works with any block", "[lesson03]") {
  struct Shape {
    const char* block;
    std::int64_t n;
  };
  const Shape shape = GENERATE(
      values<Shape>({{"32", 33}, {"32", 1025}, {"64", 4099}, {"128", 10007}, {"256", 257}, {"512", 65537}, {"1024", 1}, {"1024", 4099}}));
  check_answers<Reduction>(kernels_of(kLesson), {{shape.n}}, InputKind::exact, {"--block", shape.block});
}

TEST_CASE("03: trees in shared and global memory work with blocks smaller than a warp", "[lesson03]") {
  const std::vector<std::string> trees{"v1_naive", "v2_shared_memory", "v3_strided_index", "v4_sequential"};
  for (const char* block : {"2", "8"}) check_answers<Reduction>(trees, {{1}, {9}, {257}}, InputKind::exact, {"--block", block});
  check_answers<Reduction>({"v5_first_add", "v6_coalesced"}, {{1}, {9}, {257}}, InputKind::exact, {"--block", "1"});
}

TEST_CASE("03: the trees lose no sum where a block is no power of two", "[lesson03]") {
  const std::vector<std::string> trees{"v1_naive", "v2_shared_memory", "v3_strided_index", "v4_sequential", "v5_first_add", "v6_coalesced"};
  for (const char* block : {"3", "7", "100"}) check_answers<Reduction>(trees, {{1}, {9}, {1025}}, InputKind::exact, {"--block", block});
  std::vector<std::string> in_warps = trees;
  in_warps.emplace_back("v7_last_warp");
  for (const char* block : {"96", "192", "352"})
    check_answers<Reduction>(in_warps, {{1}, {191}, {1025}, {10007}}, InputKind::exact, {"--block", block});
}

TEST_CASE("03: v11 to v14 work with any launch shape", "[lesson03]") {
  struct Shape {
    const char *block, *grid;
    std::int64_t n;
  };
  const Shape shape = GENERATE(values<Shape>(
      {{"32", "3", 1025}, {"64", "1", 4099}, {"96", "37", 10007}, {"512", "3", 65537}, {"1024", "1", 4099}, {"1024", "5", 33}}));
  check_answers<Reduction>({"v11_one_wave", "v12_vectorized_loads", "v13_atomic_combine", "v14_block_per_tile"}, {{shape.n}},
                           InputKind::exact, {"--block", shape.block, "--grid", shape.grid});
}

TEST_CASE("03: a run reports every file, all stages verified", "[lesson03]") {
  const auto run = check_ladder(kLesson, "5000", 14);
  CHECK(run.at("size") == 5000);
}

TEST_CASE("03: the aside of one thread is right, and is one thread", "[lesson03]") {
  check_answers<Reduction>({"one_thread"}, {{1}, {2}, {33}, {4099}}, InputKind::exact);
  check_refused(kLesson, {"--kernel", "one_thread", "--block", "96"}, "96");
  check_refused(kLesson, {"--kernel", "one_thread", "--grid", "2"}, "--grid 2");
}

TEST_CASE("03: the whole program finds the mean of one array, and the mean squared error of two", "[lesson03]") {
  const Outcome outcome = run_program(program_of(kLesson + std::string("_mean_and_error")), {});
  INFO(outcome.err);
  CHECK(outcome.succeeded());
  CHECK(outcome.out ==
        "mean                 3.500, expected  3.500\n"
        "mean squared error   1.250, expected  1.250\n");
}

TEST_CASE("03: bad input gets one line and status 2", "[lesson03]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--size", "0"}, "0"},
      {{"--kernel", "v1", "--block", "1"}, "--block 1"},
      {{"--kernel", "v7", "--block", "16"}, "16"},
      {{"--kernel", "v8", "--block", "96"}, "96"},
      {{"--kernel", "v8", "--block", "16"}, "16"},
      {{"--kernel", "v9", "--block", "48"}, "48"},
      {{"--kernel", "v12", "--block", "48"}, "48"},
      {{"--kernel", "v1", "--grid", "4"}, "--grid 4"},
      {{"--kernel", "v10", "--grid", "4"}, "--grid 4"},
      {{"--block", "2048"}, "2048"},
  }));
  check_refused(kLesson, refusal);
}
