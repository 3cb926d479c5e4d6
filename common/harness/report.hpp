/// @file
/// @brief The forms in which results are shown. Each has a file of its own.
#pragma once

#include <string>

#include "lesson.hpp"
#include "result.hpp"

namespace lockstep {

/// The versions with their stages and ideas, a line each.
std::string list_text(const Lesson& lesson);

/// The table for people, at most 80 columns wide, and a line for each failure. @param colour  with terminal colours
std::string table_text(const RunResult& run, bool colour);

/// The form for programs: one object; a sweep has `"sweep"` with key and values, and `"runs"` in place of `"size"` and `"versions"`.
std::string json_text(const RunResult& run);

/// One line for each version at each point, under a header (RFC 4180).
std::string csv_text(const RunResult& run);

/// Draws a bar for each version, or for a sweep a line for each version, as `path`'s ending asks (.svg or .png).
/// At least one version must have been timed. @throws MachineError where gnuplot is missing or fails; UsageError where the file cannot be
/// written
void draw_plot(const RunResult& run, const std::string& path);

}  // namespace lockstep
