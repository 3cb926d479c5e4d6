/// @file
/// @brief Lesson 06's program: every version's answers in every type, tiles, sections, what it says to bad input, and the whole program.
#include <string>
#include <vector>

#include "../../lessons/06_matrix_multiply/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using lockstep::Outcome;
using lockstep::run_program;
using lockstep::Size;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::own_versions_of;
using lockstep::testing::program_of;
using lockstep::testing::Refusal;
using lockstep::testing::run_lesson;

namespace {

constexpr const char* kLesson = MatrixMultiply<float>::kInfo.name;
const std::vector<std::string> kTiled{"v1_naive", "v2_coalesced", "v3_shared_memory"};
const std::vector<std::string> kInSections{"v6_reduction_optimized", "v7_atomic_combine"};

}  // namespace

TEST_CASE("06: the ladder has a version in each file", "[lesson06]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_register_tile", "v5_pipelined", "v6_reduction_optimized",
                                                             "v7_atomic_combine", "v8_tensor_cores"});
}

TEMPLATE_TEST_CASE("06: every version multiplies without error, whatever the shape", "[lesson06]", float, double, int, short) {
  check_answers<MatrixMultiply<TestType>>({{1, 1, 1}, {33, 31, 40}, {1, 150, 7}, {129, 1, 33}, {70, 132, 65}}, InputKind::exact);
}

TEMPLATE_TEST_CASE("06: every version multiplies reals within the bound, and integers that overflow", "[lesson06]", float, double, int,
                   short) {
  check_answers<MatrixMultiply<TestType>>({{3, 5, 300}, {68, 67, 66}}, InputKind::real);
}

TEST_CASE("06: v1, v2 and v3 take every tile that a block can hold", "[lesson06]") {
  const char* tile = GENERATE("1x1", "5x7", "16x16", "32x8", "8x32", "31x33", "4x200", "1024x1", "1x1024");
  check_answers<MatrixMultiply<float>>(kTiled, {{67, 45, 38}}, InputKind::exact, {"--tile", tile});
}

TEMPLATE_TEST_CASE("06: so they do in the other types", "[lesson06]", double, short) {
  check_answers<MatrixMultiply<TestType>>(kTiled, {{35, 29, 38}}, InputKind::exact, {"--tile", "8x4"});
  check_answers<MatrixMultiply<TestType>>(kTiled, {{35, 29, 38}}, InputKind::exact, {"--tile", "7x9"});
}

TEMPLATE_TEST_CASE("06: v6 and v7 work with any number of sections, more than steps too", "[lesson06]", float, short) {
  const char* grid = GENERATE("1", "4", "10", "37", "100000");
  check_answers<MatrixMultiply<TestType>>(kInSections, {{65, 3, 300}}, InputKind::exact, {"--grid", grid});
}

TEST_CASE("06: v5 and v8 deal tiles to blocks over more than eight rows of tiles", "[lesson06]") {
  check_answers<MatrixMultiply<float>>({"v5_pipelined", "v8_tensor_cores"}, {{1200, 300, 3}}, InputKind::exact);
}

TEST_CASE("06: v8 adds few steps of k by tensor cores where k is small, and more where it is large", "[lesson06]") {
  for (const InputKind kind : {InputKind::exact, InputKind::real})
    check_answers<MatrixMultiply<float>>({"v8_tensor_cores"}, {{130, 70, 128}, {130, 70, 129}, {67, 65, 357}}, kind);
}

TEST_CASE("06: v8 splits floats so that a single product is right to within the bound", "[lesson06]") {
  check_answers<MatrixMultiply<float>>({"v8_tensor_cores"}, {{300, 300, 1}}, InputKind::real);
}

TEST_CASE("06: a run reports the nine files, all stages verified", "[lesson06]") {
  const auto run = check_ladder(kLesson, "33x34x35", 8);
  CHECK(run.at("size") == "33x34x35");
  CHECK(run.at("type") == "float");
}

TEST_CASE("06: the sweep over tiles", "[lesson06]") {
  const auto sweep = run_lesson(kLesson, {"--kernel", "v2,v3", "--size", "40x41x42", "--reps", "1", "--sweep", "tile=4x4,16x16,32x8"});
  REQUIRE(sweep.at("runs").size() == 3);
  for (const auto& run : sweep.at("runs"))
    for (const auto& version : run.at("versions")) CHECK(version.at("verified") == true);
}

TEST_CASE("06: bad input gets one line and status 2", "[lesson06]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--kernel", "v9_fastest"}, "v9_fastest"},
      {{"--size", "5x0x3"}, "0"},
      {{"--size", "5x6"}, "MxNxK"},
      {{"--type", "char"}, "char"},
      {{"--type", "short", "--kernel", "v8"}, "v8"},
      {{"--tile", "33x32"}, "33x32"},
      {{"--tile", "0x4"}, "0x4"},
      {{"--kernel", "v1", "--grid", "4"}, "--grid 4"},
      {{"--kernel", "v2", "--block", "256"}, "--block 256: this version's block is a tile; ask for it by --tile 32x8"},
      {{"--kernel", "v4", "--tile", "16x16"}, "--tile 16x16"},
      {{"--kernel", "v4", "--block", "64"}, "--block 64"},
      {{"--kernel", "v6", "--tile", "16x16"}, "--tile 16x16"},
      {{"--kernel", "v6", "--block", "256"}, "--block 256"},
      {{"--kernel", "v7", "--tile", "16x16"}, "--tile 16x16"},
      {{"--kernel", "v7", "--block", "256"}, "--block 256"},
      {{"--kernel", "v2", "--tile", "1x1", "--size", "70000x1x1"}, "65535"},
  }));
  check_refused(kLesson, refusal);
}

TEST_CASE("06: with one block, matrices end at 1024 elements", "[lesson06]") {
  const Outcome plain = run_program(program_of(kLesson + std::string("_one_block")), {});
  INFO(plain.out);
  CHECK(plain.succeeded());
  CHECK(plain.out ==
        "16 x 16  cudaSuccess                256 of 256 right\n"
        "32 x 32  cudaSuccess                1024 of 1024 right\n"
        "33 x 33  cudaErrorInvalidValue      0 of 1089 right\n");
}
