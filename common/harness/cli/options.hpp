/// @file
/// @brief What the command line of a lesson program asks for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/sweep.hpp"
#include "harness/reports/report.hpp"
#include "harness/running/bench.hpp"
#include "harness/running/lesson.hpp"

namespace lockstep {

/// The options, checked against the lesson.
struct Options {
  const Lesson* lesson = nullptr;  ///< the one of the type that was asked for, or of the first such type
  bool list = false;
  std::string help;                   ///< the help text where it was asked for, else empty
  std::vector<std::size_t> versions;  ///< indices into Lesson::versions(), ascending
  Size size;
  std::optional<Size> counters_at{};  ///< where it is not `size`
  std::uint64_t seed = 1;
  RunSettings settings;
  std::vector<double> lesson_settings;                 ///< one for each of LessonInfo::settings
  std::vector<Sweep> sweeps;                           ///< none, one or two
  std::vector<PointRequest> points;                    ///< what is run: one, without sweeps
  std::vector<std::string> shown;                      ///< the measures that sweeps show; empty: those that mean something
  bool once = false;                                   ///< verified and not timed
  bool profile = false, check = false, lines = false;  ///< what else to print about the kernels
  bool launches = false;                               ///< each of them, instead of what a kernel's launches add up to
  std::array<std::string, kDataFormats.size()> data;   ///< the file to write in each format; empty where not asked for
  std::string plot, picture;                           ///< files to draw; empty where not asked for
  std::string trace;                                   ///< the file of what warps did; empty where not asked for
  TraceRequest traced;                                 ///< which warps
  bool timeline = false;                               ///< `plot` of one version is its timeline, even where it has a history
  std::string input, output;                           ///< files of the lesson's own form
  std::string in, out;                                 ///< raw inputs and outputs, both or neither

  const std::string& json() const { return data[kJson]; }
};

/// Reads the command line. @throws UsageError, whose message is one line, for anything that the program cannot do
Options parse_options(const Lessons& lessons, int argc, const char* const* argv);

/// The value of `--seed`. @throws UsageError where it is not a number, or too large
std::uint64_t parse_seed(const std::string& text);

/// The versions that `choice` names: comma-separated names or beginnings of names. An exact name means only that version.
/// @throws UsageError, which lists the names, where there is none
std::vector<std::size_t> choose_versions(const std::vector<VersionInfo>& versions, const std::string& choice);

}  // namespace lockstep
