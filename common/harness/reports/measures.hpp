/// @file
/// @brief The numbers by which a sweep compares versions. A new one is a row of the table in measures.cpp.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/timing/result.hpp"

namespace lockstep {

struct Measure {
  std::string_view name;          ///< for --show
  std::array<const char*, 2> in;  ///< the heading of a column: two lines
  std::string (*title)(const RunResult& run);
  /// Absent where it was not measured, or means nothing.
  std::optional<double> (*of)(const RunResult& run, const Point& point, const VersionResult& result);
  enum class When { always, one_point, on_request } when = When::always;  ///< a sweep shows it unasked
};

/// Null where there is none of that name.
const Measure* find_measure(std::string_view name);

/// All names, for help and messages.
std::string measure_names();

/// What a sweep shows: what was asked for, or all that any version has.
std::vector<const Measure*> shown_measures(const RunResult& run);

}  // namespace lockstep
