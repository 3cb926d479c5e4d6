/// @file
/// @brief What a submission earned: the data that every report is made from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grading/rank/work.hpp"

namespace lockstep::grading {

/// One part of an exercise.
struct PartGrade {
  std::string name;   ///< "part1"
  std::string title;  ///< what it asks for, in words
  double of = 0;      ///< the points that there are for it
  bool passed = false;
  bool optional = false;                 ///< needs a GPU: its points come on top, and nothing is lost without them
  std::vector<std::string> diagnostics;  ///< lines: why it did not pass

  double points() const { return passed ? of : 0; }
  /// Is nothing lost by it?
  bool is_enough() const { return passed || optional; }
  double due() const { return optional ? 0 : of; }  ///< what it adds to the points of a full mark

  friend bool operator==(const PartGrade&, const PartGrade&) = default;
};

enum class GradeStatus {
  graded,
  broken  ///< nothing could be run: no exercise.cu, one that does not compile, …
};

/// One submission's grade.
struct Grade {
  std::string student;
  std::string lesson;  ///< "04_dot_product"
  GradeStatus status = GradeStatus::graded;
  std::string message;                      ///< one line: what is wrong, where it is broken; otherwise empty, or what else there is to say
  std::uint64_t seed = 1;                   ///< of the inputs
  double seconds = 0;                       ///< that the grading took
  std::vector<PartGrade> parts;             ///< all of the exercise's, in order, also where the submission is broken
  std::optional<CountedRun> counted = {};   ///< the largest run that was right; nothing where none was
  std::optional<CountedRun> solution = {};  ///< the same of the course's solution, where the class is ranked

  double points() const {
    double sum = 0;
    for (const PartGrade& part : parts) sum += part.points();
    return sum;
  }
  double of() const {
    double sum = 0;
    for (const PartGrade& part : parts) sum += part.due();
    return sum;
  }

  bool is_compared() const { return solution.has_value(); }
  /// Only what does all that is asked is ranked.
  bool is_ranked() const { return is_compared() && counted && std::ranges::all_of(parts, &PartGrade::is_enough); }
  /// Of a ranked submission: its cost, where the solution's is 1.
  double cost() const { return cost_of(counted->work) / cost_of(solution->work); }

  friend bool operator==(const Grade&, const Grade&) = default;
};

inline const char* to_string(GradeStatus status) { return status == GradeStatus::graded ? "graded" : "broken"; }

}  // namespace lockstep::grading
