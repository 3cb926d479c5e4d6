/// @file
/// @brief All counters of each launch, under the hardware profiler's names.
#include <fmt/format.h>

#include "harness/reports/launch_table.hpp"
#include "harness/reports/report.hpp"

namespace lockstep {
namespace {

constexpr int kNameWidth = 62, kValueWidth = 13;

std::string value(double v) {
  return v == static_cast<double>(static_cast<long long>(v)) ? fmt::format("{:.0f}", v) : fmt::format("{:.4f}", v);
}

}  // namespace

std::string profile_text(const RunResult& run) {
  std::string text;
  for (const VersionResult& result : run.points.front().versions) {
    if (!result.seen) continue;
    for (const LaunchCounters& launch : result.seen->launches) {
      text += fmt::format("\n{}: {}\n", result.version.name, launch_name(launch));
      for (const auto& [name, count] : launch.counters)
        text += fmt::format("  {:{}} {:>{}}\n", name, kNameWidth, value(count), kValueWidth);
    }
  }
  return text;
}

}  // namespace lockstep
