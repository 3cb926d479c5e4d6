/// @file
/// @brief What is measured of a lesson: its bench.txt.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::bench {

/// A run of a lesson's program, from a line `name: options`.
struct PlannedRun {
  std::string name{};
  bool of_solution = false;  ///< of the exercise's solution, not of the lesson's versions: `name: --solution options`
  std::vector<std::string> options{};
};

/// The runs of `file`, a line each; lines that begin with # are comments.
/// @throws UsageError  one line with the position, where a line is not a run or repeats a name
std::vector<PlannedRun> read_plan(const std::filesystem::path& file);

/// A lesson's plan, without the solution's runs where the course was handed out without solutions.
/// @throws UsageError  as read_plan()
std::vector<PlannedRun> planned_runs(const std::filesystem::path& root, const std::string& lesson);

/// The lessons below `root` that have a plan, by folder, in order.
std::vector<std::string> planned_lessons(const std::filesystem::path& root);

std::filesystem::path plan_of(const std::filesystem::path& root, const std::string& lesson);

}  // namespace lockstep::bench
