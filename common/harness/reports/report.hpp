/// @file
/// @brief The formats in which results are shown. Each has a file of its own.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "harness/running/lesson.hpp"
#include "harness/timing/result.hpp"

namespace lockstep {

/// The versions with their stages and ideas, a line each.
std::string list_text(const Lesson& lesson);

/// The table for people, at most 80 columns wide, and a line for each failure. @param colour  with terminal colours
std::string table_text(const RunResult& run, bool colour);

/// What each version reported about itself, under its name; 80 columns. Empty if none reported anything.
std::string notes_text(const RunResult& run);

/// What the launches of each kernel add up to: their shares, and all counters under their names, a line each; 80 columns.
std::string profile_text(const RunResult& run);

/// All counters of each launch.
std::string launches_text(const RunResult& run);

/// A report of each hazard, under the version in which it was found.
std::string hazards_text(const RunResult& run);

/// The source around all lines with counters, with the counters beside it; 80 columns.
std::string lines_text(const RunResult& run);

/// The format for programs: one object; a sweep has `"sweep"` with key and values, and `"runs"` instead of `"size"` and `"versions"`.
std::string json_text(const RunResult& run);

/// One line for each version at each point, under a header (RFC 4180).
std::string csv_text(const RunResult& run);

/// A format for programs. An option of its name writes it to a file, or prints it instead of the tables.
struct DataFormat {
  std::string_view name;     ///< of the option, without its dashes
  std::string_view in_help;  ///< what it is written as
  std::string (*text)(const RunResult& run);
};

inline constexpr std::array kDataFormats{DataFormat{"json", "JSON", json_text}, DataFormat{"csv", "CSV", csv_text}};
inline constexpr std::size_t kJson = 0;  ///< which of them graders read
static_assert(kDataFormats[kJson].name == "json");

/// Draws a bar for each version, or for a sweep a line for each version, as `path`'s ending asks (.svg or .png).
/// At least one version must have been timed. @throws MachineError where gnuplot is missing or fails; UsageError where the file cannot be
/// written
void draw_plot(const RunResult& run, const std::string& path);

/// Draws the history of the run's one version as a line, as `path`'s ending asks (.svg or .png). @throws as draw_plot
void draw_history(const RunResult& run, const Series& history, const std::string& path);

/// Draws what the first warp of the one version's launches touched as lanes against sectors or banks, as SVG for light and dark pages.
/// @throws UsageError where the version touched nothing, or the file cannot be written
void draw_picture(const RunResult& run, const std::string& path);

}  // namespace lockstep
