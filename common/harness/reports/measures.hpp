/// @file
/// @brief The numbers by which a sweep compares versions. A new one is a row of the table in measures.cpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/timing/result.hpp"

namespace lockstep {

struct Measure {
  std::string name;         ///< for --show
  std::string title;        ///< of a table
  std::string over, under;  ///< the heading of a column: two lines
  /// Absent where it was not measured, or means nothing.
  std::function<std::optional<double>(const Point&, const VersionResult&)> of;
  std::string (*text)(double value);                            ///< at most 7 characters
  enum class When { always, one_point, on_request } when = {};  ///< a sweep shows it unasked
};

bool is_measure(std::string_view name);

/// All names, for help and messages.
std::string measure_names();

/// What a sweep shows: what was asked for, or all that any version has; of two sweeps, the first three of those that vary. The run must
/// outlive them.
std::vector<Measure> shown_measures(const RunResult& run);

}  // namespace lockstep
