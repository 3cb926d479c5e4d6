/// @file
/// @brief Numbers and marks as cells of the tables for people.
#pragma once

#include <optional>
#include <string>

#include "harness/timing/result.hpp"

namespace lockstep {

/// At most 7 characters: three or four significant digits, or two with an exponent; a dash where there is none.
std::string number(const std::optional<double>& value);

/// At most 6 characters.
std::string ratio(const std::optional<double>& value);

/// The median.
std::string milliseconds(const std::optional<Timing>& time);

/// Verified, wrong, or not run.
std::string mark(const VersionResult& result, bool colour);

/// "--grid 8: this version chooses its number of blocks itself", in two parts.
struct SkipReason {
  std::string asked{};  ///< "--grid 8"; empty where it is not an option's fault
  std::string why{};
};
SkipReason skip_reason(const std::string& skipped);

/// So wide is the longest name, at least 7.
std::size_t name_width(const std::vector<std::string>& names);

/// Says whose time contains the copies, a line each.
std::string with_copies_in(const std::vector<VersionResult>& versions);

}  // namespace lockstep
