/// @file
/// @brief What is missing from the course or the machine costs no student a point: the submission is not graded.
#include <exception>
#include <filesystem>
#include <string>
#include <tuple>

#include "catch.hpp"
#include "course_kit.hpp"
#include "grading/grader.hpp"
#include "grading/intake/build.hpp"
#include "submission_trial.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::read_file;
using lockstep::TemporaryFolder;
using lockstep::write_file;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

/// The course's build with settings of its own: everything else in it is a link.
class Build {
 public:
  Build() {
    link_all(kKit.build_dir, folder_.path(), "exercises");
    fs::create_directory(kit().settings().parent_path());
    link_all(kKit.build_dir / "exercises", kit().settings().parent_path(), kKit.settings().filename());
    set("", "");
  }
  Kit kit() const { return {.lesson = kKit.lesson, .source_dir = kKit.source_dir, .build_dir = folder_.path()}; }
  fs::path results() const { return results_.path(); }

  /// The build's own settings, with `now` wherever `old` was.
  void set(const std::string& old, const std::string& now) const {
    std::string text = read_file(kKit.settings());
    REQUIRE(text.find(old) != text.npos);
    for (std::size_t at = 0; !old.empty() && (at = text.find(old, at)) != text.npos; at += now.size()) text.replace(at, old.size(), now);
    write_file(kit().settings(), text);
  }

 private:
  static void link_all(const fs::path& from, const fs::path& into, const fs::path& except) {
    for (const auto& entry : fs::directory_iterator(from))
      if (entry.path().filename() != except) fs::create_symlink(entry.path(), into / entry.path().filename());
  }

  TemporaryFolder folder_, results_;
};

/// What a call throws, in words; empty where it throws nothing.
template <class F>
std::string thrown_by(F call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

void check_own_failure(const std::string& thrown, const std::string& says) {
  CAPTURE(thrown, says);
  CHECK(thrown.starts_with("the course's own solution cannot be built either: "));
  CHECK(thrown.find(says) != thrown.npos);
  CHECK(thrown.find('\n') == thrown.npos);
}

}  // namespace

TEST_CASE("own failure: what the grader itself lacks is no submission's fault, and no grade is written", "[grade]") {
  const Build build;
  const Place place(false);
  const TemporaryFolder submissions;
  const fs::path file = submissions.path() / "ada.cu";
  write_bytes(file, read_file(kKit.solution()));
  Grader grader(build.kit(), place, 1, "", build.results(), false);

  const std::string sources = kKit.source_dir, built = kKit.build_dir;
  const auto [old, now, says] = GENERATE_COPY(table<std::string, std::string, std::string>({
      {"CXX='", "CXX='/nowhere/c++'\nOLD='", "/nowhere/c++: not found"},
      {"TRANSLATE='" + built, "TRANSLATE='/nowhere", "/nowhere/lockstep-translate: not found"},
      {"-I" + sources + "/lessons/04_dot_product", "-I/nowhere", "exercise.hpp: No such file or directory"},
      {"-I" + sources + "/common/harness", "-I/nowhere", "No such file or directory"},
      {"MAIN='" + built, "MAIN='/nowhere", "main.cpp.o"},
      {"STANDARD=", "STANDING=", "STANDARD"},
  }));
  CAPTURE(old);
  build.set(old, now);
  check_own_failure(thrown_by([&] { grader.grade({.student = "ada", .path = file}); }), says);
  CHECK(fs::is_empty(build.results()));
}

TEST_CASE("own failure: a guard that is missing refuses nobody", "[grade]") {
  if (!fs::exists(kKit.build_dir / "lockstep-guard")) return;
  const Build build;
  const SimulatorNames simulator(kKit.source_dir / "common" / "sim" / "include");
  build.set("GUARD='" + kKit.build_dir.string(), "GUARD='/nowhere");
  check_own_failure(thrown_by([&] { require_solution_builds(build.kit(), simulator, Place(false)); }),
                    "/nowhere/lockstep-guard: not found");
  const TemporaryFolder folder;
  CHECK_FALSE(build_submission(read_file(kKit.solution()), build.kit(), simulator, Place(false), folder.path()).is_certain);
}

TEST_CASE("own failure: where the solution builds, a source that does not compile is graded as broken", "[grade]") {
  const Build build;
  const Place place(false);
  const TemporaryFolder submissions;
  write_bytes(submissions.path() / "ben.cu", "no C++\n");
  Grader grader(build.kit(), place, 1, "", build.results(), false);
  const Grade grade = grader.grade({.student = "ben", .path = submissions.path() / "ben.cu"});
  CHECK(grade.status == GradeStatus::broken);
  CHECK(grade.message.starts_with("it does not compile: exercise.cu:1:1: error: "));
  CHECK(fs::exists(build.results() / "ben" / "grade.json"));
}
