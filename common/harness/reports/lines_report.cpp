/// @file
/// @brief The source of each version with its counters.
#include <fmt/format.h>

#include "harness/reports/report.hpp"
#include "harness/reports/source_listing.hpp"

namespace lockstep {

std::string lines_text(const RunResult& run) {
  std::string text;
  for (const VersionResult& result : run.points.front().versions)
    if (result.seen) text += fmt::format("\n{}: {}\n{}", result.version.name, result.version.idea, listing_text(result.seen->lines));
  return text + listing_legend();
}

}  // namespace lockstep
