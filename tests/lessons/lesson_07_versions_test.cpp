/// @file
/// @brief Lesson 07's program: every version's answers, the report, and what it says to bad input.
#include <string>
#include <vector>

#include "../../lessons/07_sobel/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::Outcome;
using lockstep::testing::own_versions_of;
using lockstep::testing::program_of;
using lockstep::testing::Refusal;
using lockstep::testing::run_program;

namespace {

constexpr const char* kLesson = Sobel::kInfo.name;

const std::vector<std::string> kAnyRows{"v1_naive", "v2_coalesced", "v3_texture"};

}  // namespace

TEST_CASE("07: the ladder has a version in each file", "[lesson07]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_texture",
                                                             "v4_shared_memory", "v5_sliding_window", "v6_reduction_optimized",
                                                             "v7_atomic_combine"});
}

// Words of 4, quads of 16, warps of 128 and strips of 512 columns end before, at and behind these; so do tiles of 8 and 64 rows.
TEST_CASE("07: every version finds the edges of random pixels, whatever the shape", "[lesson07]") {
  check_answers<Sobel>({{1, 1}, {2, 3}, {31, 33}, {64, 64}, {1, 127}, {129, 1}, {67, 131}, {128, 8}, {513, 65}, {1041, 17}},
                       InputKind::exact);
}

TEST_CASE("07: every version finds the edges of the test card", "[lesson07]") {
  check_answers<Sobel>({{1, 1}, {3, 4}, {33, 31}, {515, 130}, {510, 64}}, InputKind::real);
}

TEST_CASE("07: v1, v2 and v3 work with any block that is rows of a warp and a power of two", "[lesson07]") {
  const std::string block = GENERATE("32", "64", "1024");
  check_answers<Sobel>(kAnyRows, {{67, 131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("07: those with a tile or a strip take the block that they have", "[lesson07]") {
  check_answers<Sobel>({"v4_shared_memory", "v5_sliding_window"}, {{67, 131}}, InputKind::exact, {"--block", "256"});
  check_answers<Sobel>({"v6_reduction_optimized", "v7_atomic_combine"}, {{67, 131}}, InputKind::exact, {"--block", "128"});
}

TEST_CASE("07: a run reports the eight files, all stages verified", "[lesson07]") {
  const auto run = check_ladder(kLesson, "70x50", 7);
  CHECK(run.at("lesson") == kLesson);
  CHECK(run.at("size") == "70x50");
}

TEST_CASE("07: bad input gets one line and status 2", "[lesson07]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--size", "5x0"}, "0"},
      {{"--kernel", "v1", "--grid", "4"}, "--grid 4"},
      {{"--kernel", "v2", "--block", "96"}, "--block 96"},
      {{"--kernel", "v3", "--block", "16"}, "--block 16"},
      {{"--kernel", "v4", "--block", "512"}, "--block 512: this version's tile takes 256 threads"},
      {{"--kernel", "v6", "--block", "256"}, "--block 256: this version's tile takes 128 threads"},
      {{"--kernel", "v7", "--grid", "132"}, "--grid 132"},
      {{"--kernel", "v1", "--block", "32", "--size", "1x70000"}, "65535"},
      {{"--kernel", "v3", "--size", "140000x1"}, "131072x65000"},
  }));
  check_refused(kLesson, refusal);
}

TEST_CASE("07: what a texture gives between its texels and beyond its ends", "[lesson07]") {
  const Outcome sampling = run_program(program_of(std::string(kLesson) + "_sampling"), {});
  CHECK(sampling.succeeded());
  CHECK(sampling.out ==
        "x              -1.50 -0.25  0.00  0.50  0.75  1.00  1.50  3.50  4.00  5.50\n"
        "point, clamp    10.0  10.0  10.0  10.0  10.0  20.0  20.0  40.0  40.0  40.0\n"
        "point, border    0.0   0.0  10.0  10.0  10.0  20.0  20.0  40.0   0.0   0.0\n"
        "point, wrap     30.0  40.0  10.0  10.0  10.0  20.0  20.0  40.0  10.0  20.0\n"
        "point, mirror   20.0  10.0  10.0  10.0  10.0  20.0  20.0  40.0  40.0  30.0\n"
        "linear, clamp   10.0  10.0  10.0  10.0  12.5  15.0  20.0  40.0  40.0  40.0\n"
        "linear, border   0.0   2.5   5.0  10.0  12.5  15.0  20.0  40.0  20.0   0.0\n");
}
