/// @file
/// @brief A class of submissions, graded as an instructor would, and what the grading left behind.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "box_trial.hpp"
#include "catch.hpp"
#include "grading/reports/grades_json.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {

/// Submissions to an exercise in a folder of their own, with their own results and their own folder for temporary files.
class GradedClass {
 public:
  /// @param lesson  "04_dot_product", whose exercise it is
  explicit GradedClass(std::string lesson = "04_dot_product") : lesson_(std::move(lesson)) {
    for (const char* name : {"in", "tmp"}) std::filesystem::create_directory(path(name));
  }

  std::filesystem::path path(const std::string& name) const { return std::filesystem::path(folder_ / name); }

  /// A submission's file, or another one's: `text` is its content.
  void file(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((path("in") / name).parent_path());
    std::ofstream(path("in") / name, std::ios::binary) << text;
  }

  /// Of tests/grading/hostile/.
  void hostile(const std::string& names) {
    const Outcome outcome =
        run_shell("cd " LOCKSTEP_SOURCE_DIR "/tests/grading/hostile && ./hand_in.sh " + path("in").string() + " " + names);
    CAPTURE(outcome.err);
    REQUIRE(outcome.succeeded());
  }

  static std::string solution() { return read_file(LOCKSTEP_SOURCE_DIR "/solutions/04_dot_product/exercise.cu"); }

  /// Runs the grader, on nothing but the class, with these extra options. It must leave nothing behind.
  Outcome grade(const std::string& options = "", const std::string& results = "out") {
    const auto before = listing(path("in"));
    const Outcome outcome =
        run_shell("TMPDIR=" + path("tmp").string() + " " + command(options, results), {.wall = std::chrono::seconds(280)});
    CAPTURE(outcome.out, outcome.err);
    CHECK(listing(path("in")) == before);
    CHECK(listing(path("tmp")).empty());
    CHECK(processes() == std::vector<std::string>{});
    CHECK_FALSE(std::filesystem::exists("/tmp/lockstep_hostile"));
    return outcome;
  }

  std::string command(const std::string& options = "", const std::string& results = "out") const {
    return LOCKSTEP_BINARY_DIR "/lockstep-grade --lesson " + lesson_ + " --jobs 2 --out " + path(results).string() + " " + options + " " +
           path("in").string();
  }

  Grade grade_of(const std::string& student, const std::string& results = "out") const {
    const auto grade = from_json(read_file((path(results) / student / "grade.json").string()));
    CAPTURE(student);
    REQUIRE(grade.has_value());
    return *grade;
  }

  /// Of the files in a folder and below: their contents, and when they were written.
  static std::map<std::string, std::string> listing(const std::filesystem::path& folder) {
    std::map<std::string, std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      std::string what = entry.is_symlink() ? std::filesystem::read_symlink(entry.path()).string() : "";
      if (entry.is_regular_file() && !entry.is_symlink())
        what = std::to_string(entry.last_write_time().time_since_epoch().count()) + " " +
               (entry.file_size() < 1'000'000 ? read_file(entry.path()) : std::to_string(entry.file_size()));
      found[entry.path()] = what;
    }
    return found;
  }

  /// Processes that were started for this class and are still there.
  std::vector<std::string> processes() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::string command = read_file(entry.path().string() + "/cmdline");
      std::replace(command.begin(), command.end(), '\0', ' ');
      if (command.find(folder_ / "") != command.npos) found.push_back(command);
    }
    return found;
  }

 private:
  std::string lesson_;
  TemporaryFolder folder_;
};

/// The first thing that a student reads about what is wrong.
inline std::string first_line(const Grade& grade) {
  if (!grade.message.empty()) return grade.message;
  for (const PartGrade& part : grade.parts)
    if (!part.passed && !part.diagnostics.empty()) return part.diagnostics.front();
  return {};
}

}  // namespace lockstep::testing
