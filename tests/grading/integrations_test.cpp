/// @file
/// @brief The files of docs/grading: each is run as the service that it was made for runs it.
///
/// They call the course's script, which builds. Here another script stands in for it, which does not build.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "box_trial.hpp"
#include "catch.hpp"
#include "grading/reports/gradescope.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::ProcessLimits;
using lockstep::read_file;
using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using namespace std::chrono_literals;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string kCourse = LOCKSTEP_SOURCE_DIR;
const std::string kServices = kCourse + "/docs/grading/";
const std::string kSolutionText = read_file(kCourse + "/solutions/04_dot_product/exercise.cu");
constexpr ProcessLimits kPatience{.wall = 100'000ms};
constexpr const char* kGrader = "[ \"$1\" = grade ] && shift\nexec " LOCKSTEP_BINARY_DIR "/lockstep-grade \"$@\"\n";

bool has(const std::string& program) {
  if (run_shell("command -v " + program).succeeded()) return true;
  WARN(program + " is not installed: what needs it was not tested");
  return false;
}

void write(const std::string& path, const std::string& content) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << content;
}

/// As words of a shell's line: `VARIABLE=value command`.
Outcome run_line(const fs::path& folder, const std::string& line) {
  return run_shell(fmt::format("cd '{}' && {}", folder.string(), line), kPatience);
}

std::string last_line(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);) last = line;
  return last;
}

/// What Gradescope has in /autograder.
class Autograder {
 public:
  explicit Autograder(const std::string& grader = kGrader) {
    write(root_ / "source/lockstep", grader);
    write(root_ / "source/lesson", "04_dot_product\n");
    write(root_ / "source/rubric.json", R"({"part1": 5})");
    write(root_ / "source/options", "--rubric rubric.json\n--seed 421873\n");
    fs::create_directories(root_ / "submission");
  }
  void hand_in(const std::string& name, const std::string& content) { write(root_ / "submission/" + name, content); }

  /// @return results.json
  json results(const ProcessLimits& limits = kPatience) {
    said = run_program("/usr/bin/env", {"LOCKSTEP_AUTOGRADER=" + root_.path().string(), "sh", kServices + "gradescope/run_autograder"},
                       limits);
    CAPTURE(said.out, said.err);
    text = read_file(root_ / "results/results.json");
    json results = json::parse(text, nullptr, false);
    REQUIRE(results.is_object());
    REQUIRE(results.contains("score"));
    REQUIRE(results.contains("tests"));
    return results;
  }

  Outcome said;
  std::string text;

 private:
  TemporaryFolder root_;
};

/// A checkout in which the grader is built, with three submissions: enough to be shared, and graded at once.
class SharedCheckout {
 public:
  SharedCheckout() {
    fs::create_directories(folder_ / "build/sim");
    fs::create_symlink(LOCKSTEP_BINARY_DIR "/lockstep-grade", folder_ / "build/sim/lockstep-grade");
    for (const char* student : {"ada", "ben", "cyd"}) write(folder_ / (std::string("subs/") + student + "/exercise.cu"), "");
  }
  Outcome run(const std::string& line) const { return run_line(folder_.path(), line); }
  bool has_graded(const std::string& student) const { return fs::exists(folder_ / ("grades/" + student + "/results.json")); }
  bool has_tables() const { return fs::exists(folder_ / "grades/grades.csv"); }
  void write_file(const std::string& name, const std::string& content) const { write(folder_ / name, content); }

  /// The last step, over all of the class.
  void require_all_kept() const {
    REQUIRE_FALSE(has_tables());  // of a share there are none
    const Outcome whole = run("build/sim/lockstep-grade subs/ --lesson 04_dot_product --seed 7 --out grades/");
    CAPTURE(whole.out, whole.err);
    REQUIRE(whole.succeeded());
    REQUIRE(whole.out.find("3 graded, 3 of them kept unchanged") != whole.out.npos);
    REQUIRE(has_tables());
  }

 private:
  TemporaryFolder folder_;
};

/// The `run:` of a step of the workflow.
std::string step_of_workflow(const std::string& name) {
  const std::string python =
      "import sys, yaml\n"
      "steps = yaml.safe_load(open(sys.argv[1]))['jobs']['grade']['steps']\n"
      "print(next(step['run'] for step in steps if step['name'] == sys.argv[2]))\n";
  const Outcome outcome = run_program("/usr/bin/env", {"python3", "-c", python, kServices + "github/grade.yml", name});
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  return outcome.out;
}

bool has_yaml() {
  if (run_shell("python3 -c 'import yaml'").succeeded()) return true;
  WARN("python3 with yaml is not installed: the workflow was not read");
  return false;
}

Grade graded(const std::vector<PartGrade>& parts) {
  return {.student = "submission", .lesson = "04_dot_product", .status = GradeStatus::graded, .message = {}, .parts = parts};
}

}  // namespace

TEST_CASE("the scripts for grading services pass shellcheck") {
  if (!has("shellcheck")) return;
  const Outcome outcome = run_shell(fmt::format("shellcheck '{0}'gradescope/* '{0}'slurm/*", kServices));
  CAPTURE(outcome.out);
  REQUIRE(outcome.succeeded());
}

TEST_CASE("Gradescope: the solution has all points, and the seed stays hidden") {
  if (there_is_no_box()) return;
  Autograder autograder;
  autograder.hand_in("exercise.cu", kSolutionText);
  const json results = autograder.results();
  REQUIRE(results["score"] == 13);  // 11, and 2 more by the rubric
  REQUIRE(results["tests"].size() == 6);
  for (const json& test : results["tests"]) REQUIRE(test["status"] == "passed");
  REQUIRE(autograder.text.find("421873") == std::string::npos);
}

TEST_CASE("Gradescope: a submission is one, whatever is handed in with it") {
  if (there_is_no_box()) return;
  Autograder autograder;
  autograder.hand_in("README", "mine");
  autograder.hand_in("homework/exercise.cu", "this does not compile");
  autograder.hand_in("other/helper.cu", "");
  const json results = autograder.results();
  REQUIRE(results["score"] == 0);
  REQUIRE(results["tests"].size() == 6);
  CAPTURE(autograder.text);
  REQUIRE(results["output"].get<std::string>().find("it does not compile: exercise.cu:1") != std::string::npos);
}

TEST_CASE("Gradescope: nothing handed in") {
  if (there_is_no_box()) return;
  Autograder autograder;
  const json results = autograder.results();
  REQUIRE(results["score"] == 0);
  REQUIRE(results["output"].get<std::string>().find("there is no exercise.cu in it") != std::string::npos);
}

TEST_CASE("Gradescope: there are results when the grader fails, and they tell nothing") {
  const std::string failing = GENERATE(as<std::string>(), "echo secret >&2; exit 3\n", "echo secret; exit 0\n", "echo secret; sleep 60\n");
  Autograder autograder(failing);
  autograder.hand_in("exercise.cu", kSolutionText);
  const json results = autograder.results({.wall = 3'000ms});
  REQUIRE(results["score"] == 0);
  REQUIRE(results["output"].get<std::string>().starts_with("This could not be graded, and it is not your fault."));
  REQUIRE(autograder.text.find("secret") == std::string::npos);
}

TEST_CASE("Gradescope: the zip has the course, the scripts and what was chosen") {
  if (!has("git") || !has("unzip")) return;
  if (!run_program("/usr/bin/env", {"git", "-C", kCourse, "rev-parse", "HEAD"}).succeeded()) {
    WARN("this is not a checkout: no zip was made");
    return;
  }
  const TemporaryFolder folder;
  write(folder / "points.json", R"({"part1": 5})");
  const Outcome made = run_line(folder.path(), "sh '" + kServices + "gradescope/make_zip.sh' 04 --rubric points.json --seed 7 --rank");
  CAPTURE(made.out, made.err);
  REQUIRE(made.succeeded());
  REQUIRE(run_line(folder.path(), "unzip -q autograder.zip -d source").succeeded());
  for (const char* file : {"setup.sh", "run_autograder", "lockstep"}) {
    CAPTURE(file);
    REQUIRE((fs::status(folder / ("source/" + std::string(file))).permissions() & fs::perms::owner_exec) != fs::perms::none);
  }
  REQUIRE(fs::exists(folder / "source/solutions/04_dot_product/exercise.cu"));
  REQUIRE(read_file(folder / "source/lesson") == "04_dot_product\n");
  REQUIRE(read_file(folder / "source/rubric.json") == R"({"part1": 5})");
  REQUIRE(read_file(folder / "source/options") == "--rubric rubric.json\n--seed 7\n--rank\n");
}

TEST_CASE("Gradescope: wrong usage of make_zip.sh") {
  if (!has("git")) return;
  const std::string words = GENERATE(as<std::string>(), "", "99", "0", "04 --seed", "04 --seed x", "04 --rubric nothing.json", "04 --fast");
  const TemporaryFolder folder;
  const Outcome outcome = run_line(folder.path(), "sh '" + kServices + "gradescope/make_zip.sh' " + words);
  CAPTURE(words, outcome.err);
  REQUIRE(outcome.code == 2);
  REQUIRE(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  REQUIRE(folder.empty());
}

TEST_CASE("Autolab: the last line is the scores") {
  if (!has("make")) return;
  const TemporaryFolder folder;
  write(folder / "points.json", R"({"part1": 5})");
  const Outcome made =
      run_line(folder.path(), "make -s -f '" + kServices + "autolab/Makefile' LESSON=04_dot_product SEED=421873 RUBRIC=points.json");
  CAPTURE(made.out, made.err);
  REQUIRE(made.succeeded());

  fs::create_directories(folder / "instance");
  fs::rename(folder / "autograde.tar", folder / "instance/autograde.tar");
  fs::copy_file(kServices + "autolab/autograde-Makefile", folder / "instance/Makefile");
  write(folder / "instance/exercise.cu", kSolutionText);
  write(folder / "course/lockstep", kGrader);
  const Outcome graded = run_line(folder / "instance", "make COURSE=../course 2>&1");
  CAPTURE(graded.out);
  REQUIRE(graded.succeeded());
  REQUIRE(last_line(graded.out) ==
          R"({"scores":{"part1":5.0,"part2":2.0,"part3":2.0,"part4":1.0,"part5":2.0,"part6":1.0},"scoreboard":[13.0]})");
  REQUIRE(graded.out.find("421873") == std::string::npos);

  write(folder / "course/lockstep", "echo secret >&2; exit 3\n");
  const Outcome failed = run_line(folder / "instance", "make COURSE=../course 2>&1");
  CAPTURE(failed.out);
  REQUIRE(failed.succeeded());
  REQUIRE(last_line(failed.out) == R"({"scores":{}})");
  REQUIRE(failed.out.find("(status 3)") != std::string::npos);
  REQUIRE(failed.out.find("secret") == std::string::npos);
}

TEST_CASE("Slurm: the tasks of an array share a class") {
  if (there_is_no_box()) return;
  const SharedCheckout checkout;
  const std::string rest = " SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_COUNT=2 SLURM_CPUS_PER_TASK=1 sh '" + kServices +
                           "slurm/grade_array.sbatch' subs/ --lesson 04_dot_product --seed 7 --out grades/";
  const Outcome first = checkout.run("SLURM_ARRAY_TASK_ID=5" + rest);
  CAPTURE(first.out, first.err);
  REQUIRE(first.succeeded());
  REQUIRE(checkout.has_graded("ada"));
  REQUIRE_FALSE(checkout.has_graded("ben"));
  REQUIRE(checkout.has_graded("cyd"));
  REQUIRE(checkout.run("SLURM_ARRAY_TASK_ID=6" + rest).succeeded());
  REQUIRE(checkout.has_graded("ben"));
  checkout.require_all_kept();
}

TEST_CASE("a share that there is not") {
  const std::string share = GENERATE(as<std::string>(), "3/2", "0/2", "-1/2", "2", "2/2x", "x");
  const SharedCheckout checkout;
  const Outcome outcome = checkout.run("build/sim/lockstep-grade subs/ --lesson 04_dot_product --out grades/ --share " + share);
  CAPTURE(outcome.err);
  REQUIRE(outcome.code == 2);
  REQUIRE(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  REQUIRE_FALSE(checkout.has_graded("ada"));
}

TEST_CASE("Slurm: a grader that is not built is asked for") {
  const TemporaryFolder folder;
  const Outcome outcome = run_line(folder.path(), "sh '" + kServices + "slurm/grade_array.sbatch' subs/");
  REQUIRE(outcome.code == 2);
  REQUIRE(outcome.err.starts_with("grade_array: there is no build/sim/lockstep-grade here"));
}

TEST_CASE("GNU parallel: the line in the instructors' page shares a class") {
  if (!has("parallel")) return;
  std::istringstream page(read_file(kCourse + "/docs/instructors.md"));
  std::string line;
  while (std::getline(page, line) && !line.starts_with("    parallel ")) {
  }
  const SharedCheckout checkout;
  checkout.write_file("machines", ":\n");  // this one
  const Outcome outcome = checkout.run(line);
  CAPTURE(line, outcome.out, outcome.err);
  REQUIRE(outcome.succeeded());
  for (const char* student : {"ada", "ben", "cyd"}) REQUIRE(checkout.has_graded(student));
  checkout.require_all_kept();
}

TEST_CASE("GitHub: the summary shows parts, points and diagnostics") {
  if (!has_yaml() || !has("jq")) return;
  const Grade grade = graded(
      {{"part1", "right at round sizes", 3, true, false, {}}, {"part2", "no hazards", 2, false, false, {"a race", "exercise.cu:12"}}});
  const TemporaryFolder folder;
  write(folder / "grades/submission/results.json", to_gradescope(grade));
  write(folder / "step.sh", step_of_workflow("Summary"));
  const Outcome outcome = run_line(folder.path(), "GITHUB_STEP_SUMMARY=summary.md bash -e step.sh");
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  REQUIRE(read_file(folder / "summary.md") ==
          "04_dot_product: 3 of 5 points\n\n| part | points | of |\n| --- | --: | --: |\n| right at round sizes | 3 | 3 |\n"
          "| no hazards | 0 | 2 |\n\n**no hazards**\n\n    a race\n    exercise.cu:12\n");
}

TEST_CASE("GitHub: the run is green where every part passes") {
  if (!has_yaml() || !has("jq")) return;
  const bool passed = GENERATE(true, false);
  const Grade grade = graded({{"part1", "", 3, passed, false, {}}, {"part7", "", 1, false, true, {}}});
  const TemporaryFolder folder;
  write(folder / "grades/submission/results.json", to_gradescope(grade));
  write(folder / "step.sh", step_of_workflow("Every part passes"));
  REQUIRE(run_line(folder.path(), "bash -e step.sh").succeeded() == passed);
}

TEST_CASE("GitHub: a push is graded") {
  if (!has_yaml()) return;
  const TemporaryFolder folder;
  write(folder / "submission/exercise.cu", "this does not compile");
  write(folder / "submission/.git/exercise.cu", "of git");
  write(folder / "course/lockstep", "#!/bin/sh\n" + std::string(kGrader));
  fs::permissions(folder / "course/lockstep", fs::perms::owner_all);
  write(folder / "step.sh", step_of_workflow("Grade"));
  const Outcome outcome = run_line(folder.path(), "LESSON=04_dot_product bash -e step.sh");
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.succeeded());
  REQUIRE(read_file(folder / "grades/submission/results.json").find("it does not compile") != std::string::npos);
}
