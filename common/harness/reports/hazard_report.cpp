/// @file
/// @brief The hazards' own reports.
#include <fmt/format.h>

#include "harness/reports/report.hpp"

namespace lockstep {

std::string hazards_text(const RunResult& run) {
  std::string text;
  for (const VersionResult& result : run.points.front().versions) {
    if (!result.seen || result.seen->hazards.empty()) continue;
    text += fmt::format("\n{}:\n", result.version.name);
    for (const Hazard& hazard : result.seen->hazards) text += hazard.text;
  }
  return text.empty() ? "\nNo hazards.\n" : text;
}

}  // namespace lockstep
