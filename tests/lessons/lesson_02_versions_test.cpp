/// @file
/// @brief Lesson 02's program: every version's answers, the report, what it says to bad input, and the whole programs.
#include <string>
#include <vector>

#include "../../lessons/02_matrix_add/problem.hpp"
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

namespace {

constexpr const char* kLesson = MatrixAdd::kInfo.name;

Outcome whole_program(const std::string& name) { return run_program(program_of(kLesson + ("_" + name)), {}); }

}  // namespace

TEST_CASE("02: the ladder has a version in each file", "[lesson02]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_padded_tile", "v5_thread_coarsening", "v6_warp_shuffle", "v7_vectorized",
                                                             "v8_larger_tile", "v9_atomic_combine"});
}

TEST_CASE("02: every version adds integers without error, whatever the shape", "[lesson02]") {
  check_answers<MatrixAdd>({{1, 1}, {2, 3}, {31, 33}, {64, 64}, {1, 127}, {129, 1}, {67, 131}, {258, 130}}, InputKind::exact);
}

TEST_CASE("02: every version adds reals within the bound", "[lesson02]") {
  check_answers<MatrixAdd>({{1, 1}, {33, 31}, {257, 130}, {5, 1100}}, InputKind::real);
}

TEST_CASE("02: v1 works with any block", "[lesson02]") {
  const std::string block = GENERATE("1", "48", "1024");
  check_answers<MatrixAdd>({"v1_naive"}, {{67, 131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("02: v2 works with any block that is rows of a warp", "[lesson02]") {
  const std::string block = GENERATE("32", "96", "192", "512");
  check_answers<MatrixAdd>({"v2_coalesced"}, {{67, 131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("02: those with a tile take the block that they have", "[lesson02]") {
  check_answers<MatrixAdd>({"v3_shared_memory", "v4_padded_tile"}, {{67, 131}}, InputKind::exact, {"--block", "1024"});
  check_answers<MatrixAdd>({"v5_thread_coarsening", "v6_warp_shuffle", "v7_vectorized", "v8_larger_tile", "v9_atomic_combine"}, {{67, 131}},
                           InputKind::exact, {"--block", "256"});
}

TEST_CASE("02: a run reports the ten files, all stages verified", "[lesson02]") {
  const auto run = check_ladder(kLesson, "70x50", 9);
  CHECK(run.at("lesson") == kLesson);
  CHECK(run.at("size") == "70x50");
}

TEST_CASE("02: bad input gets one line and status 2", "[lesson02]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--size", "5x0"}, "0"},
      {{"--size", "5x5x5"}, "'5x5' is not a size"},
      {{"--kernel", "v1", "--grid", "4"}, "--grid 4"},
      {{"--kernel", "v2", "--block", "48"}, "--block 48"},
      {{"--kernel", "v2", "--block", "16"}, "--block 16"},
      {{"--kernel", "v3", "--block", "256"}, "--block 256: this version needs a block of 1024 threads"},
      {{"--kernel", "v5", "--block", "1024"}, "--block 1024: this version needs a block of 256 threads"},
      {{"--kernel", "v9", "--grid", "132"}, "--grid 132"},
      {{"--kernel", "v2", "--block", "32", "--size", "1x70000"}, "65535"},
  }));
  check_refused(kLesson, refusal);
}

TEST_CASE("02: the plain sum fits into one block up to 1024 elements, and into many always", "[lesson02]") {
  const Outcome plain = whole_program("plain_add");
  INFO(plain.out);
  CHECK(plain.succeeded());
  for (const char* line : {"32 x 16   one block    cudaSuccess                512 of 512 right\n",
                           "32 x 32   one block    cudaSuccess                1024 of 1024 right\n",
                           "33 x 32   one block    cudaErrorInvalidValue      0 of 1056 right\n",
                           "33 x 32   many blocks  cudaSuccess                1056 of 1056 right\n",
                           "500 x 300  many blocks  cudaSuccess                150000 of 150000 right\n"})
    CHECK(plain.out.find(line) != std::string::npos);
}

TEST_CASE("02: the pitched sum is right, with rows end to end and 2048 bytes apart", "[lesson02]") {
  const Outcome pitched = whole_program("pitched_add");
  INFO(pitched.out);
  CHECK(pitched.succeeded());
  CHECK(pitched.out == "500 columns of 4 bytes, rows 2000 bytes apart: right\n500 columns of 4 bytes, rows 2048 bytes apart: right\n");
}
