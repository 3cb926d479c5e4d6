/// @file
/// @brief Grades one submission: read, build, judge, and write what is said of it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grading/intake/rubric.hpp"
#include "grading/intake/submission.hpp"
#include "grading/intake/symbols.hpp"
#include "grading/sandbox/place.hpp"
#include "grading/verdict/grades.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

/// Grades submissions to one exercise. Its functions may be called by several threads at once.
class Grader {
 public:
  /// Judges the solution first: a grader that fails any part of it would be unjust to everyone.
  /// @param rubric  a file's name, or empty
  /// @param out     the results' folder; each student gets one in it
  /// @param ranks   whether grades are compared with what the solution costs
  /// @throws std::invalid_argument for an invalid rubric, std::runtime_error where the solution fails
  Grader(Kit kit, const Place& place, std::uint64_t seed, const std::string& rubric, std::filesystem::path out, bool ranks);

  /// The grade of a submission, and its files `results.json`, `report.html` and `grade.json` in the student's folder. What was judged
  /// before, from the same source, seed and tests, is not judged again; where the rubric or the comparison differs, the files are written
  /// anew.
  /// @throws std::exception where the grader itself fails: then it says nothing about the submission
  Grade grade(const Submission& submission);

  int unchanged() const { return unchanged_; }    ///< how many grades were there already
  int reweighted() const { return reweighted_; }  ///< how many were there already, and were written anew

 private:
  /// What is there already; nothing where it has to be judged.
  std::optional<Grade> kept_grade(const std::filesystem::path& folder, const std::string& key, const Reading& reading);
  Grade judge_source(const std::string& source, std::string& picture) const;
  /// That a source does not compile is its own fault if the course's solution does. That takes a second, and is not tried if another source
  /// was built within the last minute.
  /// @throws std::runtime_error where it does not
  void require_compiler() const;
  void note_compiler() const;
  std::string key_of(const Reading& reading) const;
  void write(const Grade& grade, const Reading& reading, const std::string& picture, const std::filesystem::path& folder) const;

  Kit kit_;
  const Place& place_;
  std::uint64_t seed_;
  std::filesystem::path out_;
  SimulatorNames simulator_;
  std::vector<PartGrade> parts_;  ///< none passed, with the rubric's points
  Rubric points_;                 ///< of every part
  std::string common_key_;        ///< of all that verdicts depend on besides the submission
  std::string reference_picture_;
  std::optional<CountedRun> solution_;  ///< if grades are compared with it
  std::atomic<int> unchanged_{0}, reweighted_{0};
  mutable std::atomic<std::chrono::steady_clock::time_point> compiler_seen_{std::chrono::steady_clock::now() -
                                                                            std::chrono::hours(1)};  ///< to work
};

}  // namespace lockstep::grading
