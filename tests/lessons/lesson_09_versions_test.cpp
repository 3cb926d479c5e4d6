/// @file
/// @brief Lesson 09's program: every version's answers and endings, files, and what it says to bad input.
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "../../lessons/09_conjugate_gradient/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"
#include "support/temporary_folder.hpp"

using lockstep::InputKind;
using lockstep::Outcome;
using lockstep::Size;
using lockstep::TemporaryFolder;
using lockstep::testing::check_answer;
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

using Inputs = ConjugateGradient::Inputs;
using Outputs = ConjugateGradient::Outputs;

constexpr const char* kLesson = ConjugateGradient::kInfo.name;

float& at(Inputs& in, std::size_t i, std::size_t j) { return in.a[i * (in.a.size() / in.b.size()) + j]; }

/// What a version answers to these inputs, with the presets of the settings.
Outputs answer(const std::string& version, Inputs in) {
  lockstep::apply_settings<ConjugateGradient>(in, {});
  const Size size = ConjugateGradient::size_of(in);
  Outputs out = ConjugateGradient::make_outputs(size);
  const auto wrong = lockstep::testing::ask<ConjugateGradient>(program_of(kLesson), {.version = version, .size = size}, in, out);
  REQUIRE(wrong.value_or("") == "");
  return out;
}

/// An ending, and after how many iterations.
void check_end(const Outputs& out, End end, std::int32_t iterations) {
  CHECK(out.outcome[0] == iterations);
  CHECK(out.outcome[1] == static_cast<std::int32_t>(end));
  for (std::size_t k = 0; k < out.history.size(); ++k) {
    if (k < static_cast<std::size_t>(iterations)) CHECK(std::isfinite(out.history[k]));
    if (k > static_cast<std::size_t>(iterations)) REQUIRE(std::isnan(out.history[k]));
  }
}

/// Runs the program on a Matrix Market file.
Outcome run_on(const TemporaryFolder& folder, const std::string& text, std::vector<std::string> arguments) {
  std::ofstream(folder / "a.mtx") << text;
  arguments.insert(arguments.end(), {"--input", folder / "a.mtx"});
  return lockstep::run_program(program_of(kLesson), arguments);
}

}  // namespace

TEST_CASE("09: the ladder has a version in each file", "[lesson09]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_reduction_optimized", "v5_atomic_combine", "v6_persistent",
                                                             "v7_half_matrix"});
}

TEST_CASE("09: every version solves exact systems without error, at ragged sizes", "[lesson09]") {
  check_answers<ConjugateGradient>({{1}, {2}, {3}, {16}, {33}, {67}, {259}}, InputKind::exact);
}

TEST_CASE("09: every version solves real systems within the bounds", "[lesson09]") {
  check_answers<ConjugateGradient>({{1}, {2}, {31}, {130}}, InputKind::real);
}

TEST_CASE("09: every kernel works with blocks of any number of warps", "[lesson09]") {
  check_answers<ConjugateGradient>(
      {"v1_naive", "v2_coalesced", "v3_shared_memory", "v4_reduction_optimized", "v5_atomic_combine", "v6_persistent"}, {{1}, {75}},
      InputKind::real, {"--block", "96"});
  check_answers<ConjugateGradient>(kernels_of(kLesson), {{75}}, InputKind::real, {"--block", "32"});
  check_answers<ConjugateGradient>(kernels_of(kLesson), {{75}}, InputKind::exact, {"--block", "1024"});
}

TEST_CASE("09: those that do not think in warps work with blocks of any size", "[lesson09]") {
  check_answers<ConjugateGradient>({"v1_naive", "v2_coalesced", "v3_shared_memory"}, {{50}}, InputKind::real, {"--block", "50"});
  check_answers<ConjugateGradient>({"v1_naive", "v2_coalesced", "v3_shared_memory"}, {{40}}, InputKind::exact, {"--block", "1"});
}

TEST_CASE("09: v5 works with any number of columns in a block", "[lesson09]") {
  const char* columns = GENERATE("1", "7", "70", "1000");
  check_answers<ConjugateGradient>({"v5_atomic_combine"}, {{1}, {70}}, InputKind::real, {"--block", "32", "--elements", columns});
}

TEST_CASE("09: those that take a grid work with any that the GPU holds", "[lesson09]") {
  const char* grid = GENERATE("1", "7", "8");
  check_answers<ConjugateGradient>({"v1_naive", "v2_coalesced", "v3_shared_memory", "v5_atomic_combine", "v6_persistent"}, {{70}},
                                   InputKind::real, {"--block", "32", "--grid", grid});
}

TEST_CASE("09: every version stops when its iterations are used up, at none too", "[lesson09]") {
  for (const std::string& name : versions_of(kLesson))
    for (const double iterations : {0, 1, 5}) {
      check_answer<ConjugateGradient>({.version = name, .size = {70}, .kind = InputKind::real, .settings = {iterations, 1e-6}});
      check_answer<ConjugateGradient>({.version = name, .size = {70}, .settings = {iterations, 1e-6}});
    }
}

TEST_CASE("09: every version stops at the tolerance that is asked for", "[lesson09]") {
  for (const std::string& name : versions_of(kLesson)) {
    check_answer<ConjugateGradient>({.version = name, .size = {70}, .kind = InputKind::real, .settings = {500, 1e-3}});
    check_answer<ConjugateGradient>({.version = name, .size = {40}, .settings = {500, 0.9}});
    check_answer<ConjugateGradient>({.version = name, .size = {40}, .settings = {500, 1}});  // b is enough
    check_answer<ConjugateGradient>({.version = name, .size = {40}, .settings = {9, 0}});    // r = 0 is
  }
}

TEST_CASE("09: every version says that A is not positive definite, and leaves the last x", "[lesson09]") {
  const std::size_t n = 40;
  Inputs at_once = ConjugateGradient::make_inputs({n}, 2, InputKind::exact);
  for (float& element : at_once.a) element = -element;
  Inputs later = ConjugateGradient::empty_inputs(2);  // b = (2, 2): pᵀAp = 16 at first, then −12
  at(later, 0, 0) = 8, at(later, 1, 1) = -4;
  later.b = {2, 2};
  Inputs semidefinite = ConjugateGradient::empty_inputs(2);
  semidefinite.b = {1, 1};
  for (const std::string& name : versions_of(kLesson)) {
    CAPTURE(name);
    const Outputs first = answer(name, at_once), second = answer(name, later), zero = answer(name, semidefinite);
    check_end(first, End::not_positive_definite, 0);
    CHECK(first.x == std::vector<float>(n));
    check_end(second, End::not_positive_definite, 1);
    CHECK(second.x == std::vector<float>{1, 1});  // α = 8 / 16
    check_end(zero, End::not_positive_definite, 0);
    CHECK(zero.x == std::vector<float>(2));
  }
}

TEST_CASE("09: every version ends on what is not finite", "[lesson09]") {
  const Inputs good = ConjugateGradient::make_inputs({33}, 2, InputKind::real);
  Inputs in_a = good, in_b = good, too_large = good, overflow = ConjugateGradient::empty_inputs(1);
  at(in_a, 20, 20) = std::numeric_limits<float>::quiet_NaN();
  in_b.b[32] = std::numeric_limits<float>::infinity();
  for (float& element : too_large.b) element *= 1e30F;  // its square is more than a float holds
  at(overflow, 0, 0) = 3e38F;
  overflow.b[0] = 1e10F;
  for (const std::string& name : versions_of(kLesson)) {
    CAPTURE(name);
    for (const Inputs* in : {&in_a, &in_b, &too_large, &overflow}) check_end(answer(name, *in), End::not_finite, 0);
  }
}

TEST_CASE("09: b = 0 has x = 0, without an iteration", "[lesson09]") {
  Inputs in = ConjugateGradient::make_inputs({33}, 2, InputKind::real);
  in.b.assign(33, 0);
  for (const std::string& name : versions_of(kLesson)) {
    CAPTURE(name);
    const Outputs out = answer(name, in);
    check_end(out, End::converged, 0);
    CHECK(out.history[0] == 0);
    CHECK(out.x == std::vector<float>(33));
  }
}

TEST_CASE("09: v7 reads the lower triangle alone, and the others read both", "[lesson09]") {
  const std::size_t n = 140;  // two rows of tiles
  const Inputs whole = ConjugateGradient::make_inputs({n}, 6, InputKind::exact);
  Inputs half = whole;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) at(half, i, j) = std::numeric_limits<float>::quiet_NaN();
  for (const std::string& name : own_versions_of(kLesson)) {
    CAPTURE(name);
    const Outputs out = answer(name, half);
    if (name == "v7_half_matrix")
      CHECK(out.x == answer(name, whole).x);
    else
      check_end(out, End::not_finite, 0);
  }
}

TEST_CASE("09: a run reports the eight files, all stages verified, and each version's ending", "[lesson09]") {
  const auto run = check_ladder(kLesson, "60", 7);
  CHECK(run.at("settings") == nlohmann::json{{"iterations", 500}, {"tolerance", 1e-6}});
  for (const auto& version : run.at("versions")) CHECK(version.at("notes").at("answer").get<std::string>().find("converged after ") == 0);
}

TEST_CASE("09: the ladder on files: sparse and dense, symmetric and general", "[lesson09]") {
  const TemporaryFolder folder;
  for (const char* text : {"%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 4\n2 2 4\n3 3 4\n3 1 -1\n",
                           "%%MatrixMarket matrix coordinate integer general\n3 3 5\n1 1 4\n2 2 4\n3 3 4\n3 1 -1\n1 3 -1\n",
                           "%%MatrixMarket matrix array real general\n3 3\n4\n0\n-1\n0\n4\n0\n-1\n0\n4\n",
                           "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n2 2\n3 3\n"}) {
    const Outcome run = run_on(folder, text, {"--reps", "1"});
    CAPTURE(text, run.out, run.err);
    CHECK(run.code == 0);
    CHECK(run.out.find(" · a.mtx · size 3") != std::string::npos);
    CHECK(run.out.find("converged after ") != std::string::npos);
  }
}

TEST_CASE("09: a file whose matrix is not positive definite is a right answer, too", "[lesson09]") {
  const TemporaryFolder folder;
  const Outcome run = run_on(folder, "%%MatrixMarket matrix array real symmetric\n2 2\n1\n-3\n1\n", {"--reps", "1"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find("stopped, A is not positive definite after 0 iterations") != std::string::npos);
}

TEST_CASE("09: an ill-conditioned file ends somehow, and what is said of it holds", "[lesson09]") {
  const TemporaryFolder folder;
  std::string hilbert = "%%MatrixMarket matrix array real symmetric\n12 12\n";
  for (int j = 0; j < 12; ++j)
    for (int i = j; i < 12; ++i) hilbert += std::to_string(1.0 / (i + j + 1)) + "\n";
  const Outcome run = run_on(folder, hilbert, {"--reps", "1"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
}

TEST_CASE("09: a file that is no symmetric matrix gets one line and status 2", "[lesson09]") {
  const TemporaryFolder folder;
  const auto [text, culprit] = GENERATE(table<const char*, const char*>({
      {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", "it is not symmetric: (2, 1) is not (1, 2)"},
      {"%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n", "square, not 2 x 3"},
      {"%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 nan\n", "row 2 has elements that are not finite"},
      {"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1e39\n", "row 1 has elements that are not finite, or too large"},
      {"%%MatrixMarket matrix coordinate real general\n40000 40000 1\n1 1 1\n", "it has 40000 rows"},
      {"%%MatrixMarket matrix coordinate real general\n0 0 0\n", "it has 0 rows"},
      {"%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n", "a.mtx: "},
      {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", "complex"},
      {"1 2 3\n", "it is not a Matrix Market file"},
  }));
  const Outcome run = run_on(folder, text, {});
  CAPTURE(text, run.out, run.err);
  CHECK(run.code == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  CHECK(run.err.find(culprit) != std::string::npos);
}

TEST_CASE("09: one version's chart is its residual by iteration", "[lesson09]") {
  const TemporaryFolder folder;
  run_lesson(kLesson, {"--kernel", "v4", "--size", "60", "--reps", "1", "--plot", folder / "p.svg"});
  std::ifstream file(folder / "p.svg");
  const std::string chart{std::istreambuf_iterator<char>(file), {}};
  CHECK(chart.find(">norm of the residual<") != std::string::npos);
  CHECK(chart.find(">iteration<") != std::string::npos);
}

TEST_CASE("09: going on until the residual is too small for a float is no mistake", "[lesson09]") {
  const auto run = run_lesson(kLesson, {"--size", "64", "--iterations", "100", "--tolerance", "0", "--reps", "1"});
  for (const auto& version : run.at("versions")) CHECK(version.at("verified") == true);
}

TEST_CASE("09: bad input gets one line and status 2", "[lesson09]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--kernel", "v9_fastest"}, "v9_fastest"},
      {{"--size", "0"}, "0"},
      {{"--size", "64x64"}, "64x64"},
      {{"--iterations", "4001"}, "got 4001"},
      {{"--iterations", "-1"}, "--iterations"},
      {{"--tolerance", "2"}, "got 2"},
      {{"--kernel", "v4", "--block", "48"}, "48"},
      {{"--kernel", "v5", "--block", "48"}, "48"},
      {{"--kernel", "v6", "--block", "48"}, "48"},
      {{"--kernel", "v7", "--block", "48"}, "48"},
      {{"--kernel", "v4", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v7", "--grid", "3"}, "--grid 3"},
      {{"--kernel", "v6", "--grid", "100000"}, "--grid 100000"},
      {{"--kernel", "v1", "--timeline"}, "--timeline"},
  }));
  check_refused(kLesson, refusal);
}
