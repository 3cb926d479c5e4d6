/// @file
/// @brief What of a lesson is measured: its bench.txt.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::bench {

/// A run of a lesson's program, of the line `name: options`.
struct PlannedRun {
  std::string name{};
  bool of_solution = false;  ///< of the exercise's solution, not of the lesson's versions: `name: --solution options`
  std::vector<std::string> options{};
};

/// The runs of `file`, a line each; lines that begin with # are comments.
/// @throws UsageError  one line with the place, where one is no run, or has the name of another
std::vector<PlannedRun> read_plan(const std::filesystem::path& file);

/// What there is to run of a lesson below `root`: its plan, without the solution's runs where the course was handed out without solutions.
/// @throws UsageError  as read_plan()
std::vector<PlannedRun> planned_runs(const std::filesystem::path& root, const std::string& lesson);

/// The lessons below `root` that have a plan, by folder, in order.
std::vector<std::string> planned_lessons(const std::filesystem::path& root);

std::filesystem::path plan_of(const std::filesystem::path& root, const std::string& lesson);

}  // namespace lockstep::bench
