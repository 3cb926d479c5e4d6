/// @file
/// @brief Lesson 05's program: every version's answers, which triangle it reads, and what it says to bad input.
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "../../lessons/05_matrix_vector/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::kernels_of;
using lockstep::testing::own_versions_of;
using lockstep::testing::program_of;
using lockstep::testing::Refusal;
using lockstep::testing::run_lesson;
using lockstep::testing::versions_of;

namespace {

constexpr const char* kLesson = MatrixVector::kInfo.name;

enum class Triangle { lower, upper };

/// Gives `version` a matrix in which all of a triangle is NaN, the diagonal excepted. @return whether its answer is right nevertheless
bool is_right_without(Triangle triangle, const std::string& version, std::size_t n) {
  const lockstep::Size size{static_cast<std::int64_t>(n)};
  MatrixVector::Inputs in = MatrixVector::make_inputs(size, 11, InputKind::exact);
  const auto want = MatrixVector::reference(in);
  const std::size_t pitch = in.a.size() / n;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      in.a[triangle == Triangle::lower ? i * pitch + j : j * pitch + i] = std::numeric_limits<float>::quiet_NaN();

  MatrixVector::Outputs out = MatrixVector::make_outputs(size);
  REQUIRE_FALSE(lockstep::testing::ask<MatrixVector>(program_of(kLesson), {.version = version, .size = size}, in, out));
  return MatrixVector::check(want, out, InputKind::exact).passed;
}

const std::set<std::string> kHalves{"v8_half_matrix", "v9_triangle_tiles", "v10_rows_in_flight", "v11_fixed_order"};

}  // namespace

TEST_CASE("05: the ladder has a version in each file", "[lesson05]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_atomic_combine", "v5_warp_per_row", "v6_vectorized_loads",
                                                             "v7_loads_in_flight", "v8_half_matrix", "v9_triangle_tiles",
                                                             "v10_rows_in_flight", "v11_fixed_order"});
}

TEST_CASE("05: every version multiplies integers without error, at ragged sizes", "[lesson05]") {
  check_answers<MatrixVector>({{1}, {2}, {33}, {127}, {129}, {384}, {523}}, InputKind::exact);
}

TEST_CASE("05: every version multiplies reals within the bound", "[lesson05]") {
  check_answers<MatrixVector>({{1}, {33}, {257}, {600}}, InputKind::real);
}

TEST_CASE("05: every kernel works with blocks of any number of warps", "[lesson05]") {
  const char* block = GENERATE("32", "96", "1024");
  check_answers<MatrixVector>(kernels_of(kLesson), {{1}, {300}}, InputKind::exact, {"--block", block});
}

TEST_CASE("05: those that do not think in warps work with blocks of any size", "[lesson05]") {
  const char* block = GENERATE("1", "50", "1023");
  check_answers<MatrixVector>({"v1_naive", "v2_coalesced", "v3_shared_memory", "v4_atomic_combine"}, {{131}}, InputKind::exact,
                              {"--block", block});
}

TEST_CASE("05: v4 works with any number of sections, more than columns too", "[lesson05]") {
  const char* grid = GENERATE("5", "10", "35", "500", "1000");
  check_answers<MatrixVector>({"v4_atomic_combine"}, {{130}}, InputKind::exact, {"--block", "32", "--grid", grid});
}

TEST_CASE("05: v4 works with any number of columns in a block", "[lesson05]") {
  const char* columns = GENERATE("1", "7", "64", "130", "1000");
  check_answers<MatrixVector>({"v4_atomic_combine"}, {{1}, {130}}, InputKind::exact, {"--block", "32", "--elements", columns});
}

TEST_CASE("05: from v8 on the lower triangle alone is read, and before it both", "[lesson05]") {
  const std::size_t n = GENERATE(5, 260);
  for (const std::string& name : own_versions_of(kLesson)) {
    const bool half = kHalves.contains(name);
    CAPTURE(name);
    CHECK(is_right_without(Triangle::upper, name, n) == half);
    CHECK_FALSE(is_right_without(Triangle::lower, name, n));
  }
}

TEST_CASE("05: so does cublasSsymv", "[lesson05]") {
  for (const std::string& name : versions_of(kLesson)) {
    if (name != "peer_cublas_ssymv") continue;
    CHECK(is_right_without(Triangle::upper, name, 300));
    CHECK_FALSE(is_right_without(Triangle::lower, name, 300));
  }
}

TEST_CASE("05: a run reports the twelve files, all stages verified", "[lesson05]") {
  const auto run = check_ladder(kLesson, "200", 11);
  CHECK(run.at("lesson") == kLesson);
  CHECK(run.at("size") == 200);
}

TEST_CASE("05: the sweep over v4's sections", "[lesson05]") {
  const auto sweep = run_lesson(kLesson, {"--kernel", "v4", "--size", "523", "--reps", "1", "--block", "64", "--sweep", "grid=9,90"});
  REQUIRE(sweep.at("runs").size() == 2);
  for (const auto& run : sweep.at("runs"))
    for (const auto& version : run.at("versions")) CHECK(version.at("verified") == true);
}

TEST_CASE("05: bad input gets one line and status 2", "[lesson05]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--kernel", "v99_fastest"}, "v99_fastest"},
      {{"--size", "0"}, "0"},
      {{"--size", "64x64"}, "64x64"},
      {{"--kernel", "v5", "--block", "48"}, "48"},
      {{"--kernel", "v6", "--block", "48"}, "48"},
      {{"--kernel", "v7", "--block", "48"}, "48"},
      {{"--kernel", "v8", "--block", "48"}, "48"},
      {{"--kernel", "v9", "--block", "48"}, "48"},
      {{"--kernel", "v10", "--block", "48"}, "48"},
      {{"--kernel", "v11", "--block", "48"}, "48"},
      {{"--kernel", "v1", "--elements", "3"}, "--elements 3"},
      {{"--kernel", "v11", "--elements", "3"}, "--elements 3"},
      {{"--kernel", "v4", "--elements", "3", "--grid", "5"}, "--grid and --elements contradict"},
      {{"--kernel", "v1", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v2", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v3", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v5", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v6", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v7", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v8", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v9", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v10", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v11", "--grid", "3"}, "--grid 3"},
  }));
  check_refused(kLesson, refusal);
}
