/// @file
/// @brief Cuts numbers to what a cell holds.
#include "harness/reports/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

std::string number(const std::optional<double>& value) {
  if (!value) return "–";
  if (std::isnan(*value)) return "NaN";  // whatever its sign
  if (*value == 0) return "0";
  if (*value >= 1e6 || *value < 1e-4) return fmt::format("{:.1e}", *value);
  const int decimals = *value >= 1000 ? 0 : *value >= 100 ? 1 : *value >= 10 ? 2 : *value >= 1 ? 3 : 4;
  return fmt::format("{:.{}f}", *value, decimals);
}

std::string ratio(const std::optional<double>& value) {
  if (!value) return "–";
  if (*value >= 99999) return fmt::format("{:.0e}", *value);
  return fmt::format("{:.{}f}", *value, *value < 10 ? 2 : *value < 100 ? 1 : 0);
}

std::string milliseconds(const std::optional<Timing>& time) { return number(time ? std::optional(time->median) : std::nullopt); }

std::string mark(const VersionResult& result, bool colour) {
  if (result.machine_lacks || !result.skipped.empty()) return "–";
  if (!colour) return result.verified ? "✓" : "✗";
  return result.verified ? "\x1b[32m✓\x1b[0m" : "\x1b[31m✗\x1b[0m";
}

SkipReason skip_reason(const std::string& skipped) {
  const std::size_t colon = skipped.starts_with("--") ? skipped.find(": ") : skipped.npos;
  if (colon == skipped.npos) return {.why = skipped};
  return {.asked = skipped.substr(0, colon), .why = skipped.substr(colon + 2)};
}

std::size_t name_width(const std::vector<std::string>& names) {
  std::size_t width = 7;
  for (const std::string& name : names) width = std::max(width, name.size());
  return width;
}

std::string with_copies_in(const std::vector<VersionResult>& versions) {
  std::string names;
  for (const VersionResult& result : versions)
    if (result.version.memory == Memory::pinned) names += fmt::format("  {}\n", result.version.name);
  return names.empty() ? "" : "With copies from pinned memory and back:\n" + names;
}

}  // namespace lockstep
