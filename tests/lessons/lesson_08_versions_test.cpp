/// @file
/// @brief Lesson 08's program: every version's answers, what it says of a matrix that is not positive definite, and of bad input.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../../lessons/08_cholesky/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using lockstep::testing::check_answer_about;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::own_versions_of;
using lockstep::testing::Refusal;
using lockstep::testing::run_lesson;
using lockstep::testing::versions_of;

namespace {

constexpr const char* kLesson = Cholesky::kInfo.name;
constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();

/// Elements of the diagonal of an exact A that are replaced.
struct Spoiled {
  std::int64_t column;  ///< counted from 0
  float pivot;          ///< what is left there when all products are subtracted
};

/// An exact input that is not positive definite.
Cholesky::Inputs spoil(std::int64_t n, const std::vector<Spoiled>& places) {
  Cholesky::Inputs in = Cholesky::make_inputs({n}, 17, InputKind::exact);
  for (const auto& [column, pivot] : places) {
    const auto place = static_cast<std::size_t>(column * Cholesky::pitch_of(n) + column);
    in.a[place] += pivot - in.l[place] * in.l[place];
    if (in.info == 0) in.info = static_cast<std::int32_t>(column + 1);
  }
  return in;
}

void check_about(const std::string& version, const Cholesky::Inputs& in, const std::vector<std::string>& options = {}) {
  check_answer_about<Cholesky>({.version = version, .size = {in.n}, .options = options}, in);
}

/// Those who must find a pivot that is not a number: cuSOLVER takes it for a positive one.
std::vector<std::string> who_answers(const std::vector<Spoiled>& places) {
  for (const Spoiled& place : places)
    if (std::isnan(place.pivot)) return own_versions_of(kLesson);
  return versions_of(kLesson);
}

}  // namespace

TEST_CASE("08: the ladder has a version in each file", "[lesson08]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_reduction_optimized", "v5_atomic_combine", "v6_task_graph"});
}

TEST_CASE("08: every version gives integers back bit for bit, at ragged sizes", "[lesson08]") {
  check_answers<Cholesky>({{1}, {2}, {31}, {33}, {64}, {65}, {127}, {129}, {200}}, InputKind::exact);
}

TEST_CASE("08: every version decomposes reals within the bound", "[lesson08]") {
  check_answers<Cholesky>({{1}, {33}, {128}, {141}, {257}}, InputKind::real);
}

TEST_CASE("08: v1 and v2 work with blocks of any size", "[lesson08]") {
  const char* block = GENERATE("1", "50", "96", "1024");
  check_answers<Cholesky>({"v1_naive", "v2_coalesced"}, {{1}, {70}, {131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("08: every version names the first column that is not positive definite", "[lesson08]") {
  const std::int64_t n = 100;
  const std::vector<Spoiled> places = GENERATE_COPY(values<std::vector<Spoiled>>({
      {{0, 0.0F}},
      {{0, -1.0F}},
      {{0, kNoNumber}},
      {{1, -4.0F}},
      {{31, -1.0F}},
      {{32, 0.0F}},
      {{63, kNoNumber}},
      {{64, -9.0F}},
      {{77, kNoNumber}},
      {{96, -0.0F}},
      {{n - 1, 0.0F}},
      {{n - 1, -1.0F}},
      {{n - 1, kNoNumber}},
      {{40, -1.0F}, {41, -1.0F}},
      {{20, kNoNumber}, {30, -1.0F}},
      {{66, -1.0F}, {n - 1, kNoNumber}},
  }));
  const Cholesky::Inputs in = spoil(n, places);
  for (const std::string& version : who_answers(places)) check_about(version, in);
}

TEST_CASE("08: so it does where the matrix is a single number, or two", "[lesson08]") {
  const auto check = [](std::int64_t n, const std::vector<Spoiled>& places) {
    for (const std::string& version : who_answers(places)) check_about(version, spoil(n, places));
  };
  check(1, {});
  check(1, {{0, 0.0F}});
  check(1, {{0, -4.0F}});
  check(1, {{0, kNoNumber}});
  check(2, {{1, -1.0F}});
  check(2, {{0, -1.0F}});
}

TEST_CASE("08: so do those with tiles of 128 x 128, inside a tile and at its edges", "[lesson08]") {
  const std::int64_t column = GENERATE(0, 126, 127, 128, 199);
  const Cholesky::Inputs in = spoil(200, {{column, -1.0F}});
  for (const char* version : {"v4_reduction_optimized", "v5_atomic_combine", "v6_task_graph"}) check_about(version, in, {"--block", "128"});
}

TEST_CASE("08: NaN below the diagonal shows in the pivot of its row", "[lesson08]") {
  const std::int64_t row = GENERATE(33, 99), column = GENERATE(0, 31, 32);
  Cholesky::Inputs in = spoil(100, {});
  in.a[static_cast<std::size_t>(row * Cholesky::pitch_of(100) + column)] = kNoNumber;
  in.info = static_cast<std::int32_t>(row + 1);
  for (const std::string& version : own_versions_of(kLesson)) check_about(version, in);
}

TEST_CASE("08: numbers of the size of 1e20 and 1e-20 are decomposed like others", "[lesson08]") {
  const float scale = GENERATE(0x1p66F, 0x1p-66F);  // an even power of two: L takes its root, and no bit changes
  Cholesky::Inputs in = spoil(100, {});
  for (float& x : in.a) x *= scale;
  for (float& x : in.l) x *= scale > 1 ? 0x1p33F : 0x1p-33F;
  for (const std::string& version : versions_of(kLesson)) check_about(version, in);
}

TEST_CASE("08: a run reports the seven files, all stages verified", "[lesson08]") {
  const auto run = check_ladder(kLesson, "70", 6);
  CHECK(run.at("size") == 70);
}

TEST_CASE("08: the sweep over v2's threads a block", "[lesson08]") {
  const auto sweep = run_lesson(kLesson, {"--kernel", "v1,v2", "--size", "65", "--reps", "1", "--sweep", "block=32,256"});
  REQUIRE(sweep.at("runs").size() == 2);
  for (const auto& run : sweep.at("runs"))
    for (const auto& version : run.at("versions")) CHECK(version.at("verified") == true);
}

TEST_CASE("08: bad input gets one line and status 2", "[lesson08]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--kernel", "v9_fastest"}, "v9_fastest"},
      {{"--size", "0"}, "0"},
      {{"--size", "64x64"}, "64x64"},
      {{"--kernel", "v3", "--block", "256"}, "--block 256"},
      {{"--kernel", "v1", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v2", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v3", "--grid", "3"}, "--grid 3"},
  }));
  check_refused(kLesson, refusal);
}
