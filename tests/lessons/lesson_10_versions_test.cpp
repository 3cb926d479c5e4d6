/// @file
/// @brief Lesson 10's program: every version's answers, the report, and what it says to bad input.
#include <string>
#include <vector>

#include "../../lessons/10_durbin/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using lockstep::Outcome;
using lockstep::run_program;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::own_versions_of;
using lockstep::testing::program_of;
using lockstep::testing::Refusal;
using lockstep::testing::runs_here;

namespace {

constexpr const char* kLesson = Durbin::kInfo.name;

}  // namespace

TEST_CASE("10: the ladder has a version in each file", "[lesson10]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v0_cpu_polybench", "v1_naive", "v2_coalesced",
                                                             "v3_shared_memory", "v4_reduction_optimized", "v5_atomic_combine",
                                                             "v6_one_block", "v7_one_barrier", "v8_s_step"});
}

TEST_CASE("10: every version solves exact systems to the last bit, at ragged sizes", "[lesson10]") {
  check_answers<Durbin>({{1}, {2}, {3}, {4}, {31}, {32}, {33}, {63}, {64}, {65}, {97}, {129}, {300}}, InputKind::exact);
}

TEST_CASE("10: every version solves real systems within the bound", "[lesson10]") {
  check_answers<Durbin>({{1}, {2}, {33}, {131}, {300}}, InputKind::real);
}

TEST_CASE("10: the versions of many blocks work with any number of them", "[lesson10]") {
  struct Shape {
    const char *block, *grid;
    std::int64_t n;
  };
  const Shape shape = GENERATE(values<Shape>({{"32", "1", 257}, {"64", "3", 131}, {"256", "5", 300}, {"1024", "2", 33}}));
  check_answers<Durbin>({"v2_coalesced", "v3_shared_memory", "v4_reduction_optimized", "v5_atomic_combine"}, {{shape.n}}, InputKind::exact,
                        {"--block", shape.block, "--grid", shape.grid});
}

TEST_CASE("10: v3 and the aside with scalars on the device lose no product where a block is no power of two", "[lesson10]") {
  const char* block = GENERATE("7", "96", "192", "352");
  for (const InputKind kind : {InputKind::exact, InputKind::real})
    check_answers<Durbin>({"v3_shared_memory", "device_scalars"}, {{1}, {2}, {33}, {400}}, kind, {"--block", block});
}

TEST_CASE("10: OpenMP takes as many threads as it is asked for, for a short y too", "[lesson10]") {
  const char* threads = GENERATE("1", "3", "40");
  check_answers<Durbin>({"v0_cpu_openmp"}, {{1}, {2}, {33}}, InputKind::exact, {"--threads", threads});
}

TEST_CASE("10: one block of any size", "[lesson10]") {
  const std::string block = GENERATE("32", "96", "1024");
  check_answers<Durbin>({"v1_naive", "v6_one_block"}, {{2}, {131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("10: clusters of any number of blocks of any size", "[lesson10]") {
  struct Shape {
    const char *block, *grid;
    std::int64_t n;
  };
  const Shape shape = GENERATE(values<Shape>({{"32", "16", 1}, {"32", "2", 65}, {"64", "3", 200}, {"128", "5", 161}, {"1024", "2", 31}}));
  for (const InputKind kind : {InputKind::exact, InputKind::real})
    check_answers<Durbin>({"v7_one_barrier", "v8_s_step"}, {{shape.n}}, kind, {"--block", shape.block, "--grid", shape.grid});
}

TEST_CASE("10: slices longer than a tile, and than a warp's share of tiles", "[lesson10]") {
  check_answers<Durbin>({"v8_s_step"}, {{1025}, {2500}}, InputKind::exact, {"--block", "64", "--grid", "4"});
  check_answers<Durbin>({"v8_s_step"}, {{2500}}, InputKind::real);
}

TEST_CASE("10: a run reports the nine files, all stages verified", "[lesson10]") {
  const auto run = check_ladder(kLesson, "100", 8);
  CHECK(run.at("size") == 100);
}

TEST_CASE("10: a slice that no block has room for is not run, and says so", "[lesson10]") {
  if (!runs_here(kLesson, {"--kernel", "v8", "--reps", "1"})) return;
  const Outcome outcome = run_program(program_of(kLesson), {"--kernel", "v8", "--size", "2^18"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.out.find("v8_s_step was not run: this size needs 256 KB of shared memory in a block; this GPU's blocks have ") !=
        std::string::npos);
}

TEST_CASE("10: where slices are too long for so few blocks, more blocks are advised", "[lesson10]") {
  if (!runs_here(kLesson, {"--kernel", "v7", "--reps", "1"})) return;
  const Outcome outcome = run_program(program_of(kLesson), {"--kernel", "v7", "--size", "20000", "--grid", "1"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.out.find("--grid 16") != std::string::npos);
}

TEST_CASE("10: bad input gets one line and status 2", "[lesson10]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--size", "0"}, "0"},
      {{"--kernel", "v1", "--grid", "2"}, "--grid 2"},
      {{"--kernel", "v4", "--block", "48"}, "48"},
      {{"--kernel", "v6", "--grid", "2"}, "--grid 2"},
      {{"--kernel", "v7", "--grid", "17"}, "--grid 17"},
      {{"--kernel", "v8", "--grid", "17"}, "--grid 17"},
      {{"--kernel", "v8", "--block", "48"}, "48"},
  }));
  check_refused(kLesson, refusal);
}
