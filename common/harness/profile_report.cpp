/// @file
/// @brief All counters of each launch, under the hardware profiler's names.
#include <fmt/format.h>

#include "report.hpp"

namespace lockstep {
namespace {

constexpr int kNameWidth = 62, kValueWidth = 14;

std::string extent(const std::array<unsigned, 3>& e) {
  if (e[2] != 1) return fmt::format("({}, {}, {})", e[0], e[1], e[2]);
  return e[1] != 1 ? fmt::format("({}, {})", e[0], e[1]) : std::to_string(e[0]);
}

std::string value(double v) {
  return v == static_cast<double>(static_cast<long long>(v)) ? fmt::format("{:.0f}", v) : fmt::format("{:.4f}", v);
}

}  // namespace

std::string profile_text(const RunResult& run) {
  std::string text;
  for (const VersionResult& result : run.points.front().versions) {
    if (!result.seen) continue;
    for (const LaunchCounters& launch : result.seen->launches) {
      text += fmt::format("\n{}: {}<<<{}, {}>>>\n", result.version.name, launch.kernel, extent(launch.grid), extent(launch.block));
      for (const auto& [name, count] : launch.counters) text += fmt::format("  {:{}}{:>{}}\n", name, kNameWidth, value(count), kValueWidth);
    }
  }
  return text;
}

}  // namespace lockstep
