/// @file
/// @brief Reads the XML report of a Catch2 program, of 2.13 and of 3.x.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lockstep::grading {

/// What the report says of one test case.
struct CaseReport {
  std::string name;
  std::vector<std::string> tags;      ///< without brackets
  bool passed = false;                ///< false where it was skipped, or failed although it may ([!mayfail])
  std::vector<std::string> messages;  ///< lines: what each failed assertion's INFO, FAIL and expression say, each line once
};

/// A report, and whether points may be given for it.
struct CatchReport {
  std::vector<CaseReport> cases;  ///< in order; where there is a complaint, those that are complete
  std::string complaint;          ///< one line: why it cannot be relied on; empty where it is complete

  bool is_complete() const { return complaint.empty(); }
};

/// @param expected  the names of all test cases that must be there, each once, and no others
CatchReport read_catch_report(const std::string& xml, const std::vector<std::string>& expected);

/// What the tags `[part1][points:3][gpu]` say.
struct PartTags {
  std::string part;
  double points = 0;
  bool optional = false;  ///< [gpu]
};

/// Nothing unless there is one `part`, and one `points:` with a number that is not negative.
std::optional<PartTags> part_tags(const std::vector<std::string>& tags);

}  // namespace lockstep::grading
