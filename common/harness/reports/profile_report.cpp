/// @file
/// @brief All counters of kernels, under the hardware profiler's names.
#include <fmt/format.h>

#include <algorithm>

#include "harness/reports/call_table.hpp"
#include "harness/reports/launch_table.hpp"
#include "harness/reports/report.hpp"

namespace lockstep {
namespace {

constexpr int kNameWidth = 58, kTotalWidth = 10, kMeanWidth = 9;

std::string value(double v) {
  return v == static_cast<double>(static_cast<long long>(v)) ? fmt::format("{:.0f}", v) : fmt::format("{:.4f}", v);
}

std::string mean(double total, std::size_t launches) { return fmt::format("{:.{}f}", total / static_cast<double>(launches), 1); }

std::string counters_text(const LaunchCounters& launch) {
  std::string text;
  for (const auto& [name, count] : launch.counters) text += fmt::format("  {:{}} {:>{}}\n", name, kNameWidth, value(count), kTotalWidth);
  return text;
}

/// A kernel's launches.
struct KernelLaunches {
  std::string name;
  std::vector<LaunchCounters> launches{};
};

std::vector<KernelLaunches> by_kernel(const std::vector<LaunchCounters>& launches) {
  std::vector<KernelLaunches> kernels;
  for (const LaunchCounters& launch : launches) {
    auto known = std::ranges::find(kernels, launch.kernel, &KernelLaunches::name);
    if (known == kernels.end()) known = kernels.insert(known, {.name = launch.kernel});
    known->launches.push_back(launch);
  }
  return kernels;
}

std::string table_of_calls(const std::vector<LaunchCounters>& launches) {
  std::vector<CallGroup> groups;
  for (const LaunchCounters& launch : launches) add_call(groups, launch.kernel, value_of(launch.counters, kCounters.steps));
  return calls_text(std::move(groups), "steps");
}

/// "scale<<<4, 256>>>", or of launches in several shapes "scale, 99 launches".
std::string title_of(const KernelLaunches& kernel) {
  const std::string name = launch_name(kernel.launches.front());
  const bool one_shape = std::ranges::all_of(kernel.launches, [&](const LaunchCounters& launch) { return launch_name(launch) == name; });
  const std::size_t count = kernel.launches.size();
  return (one_shape ? name : kernel.name) + (count > 1 ? fmt::format(", {} launches: total and mean", count) : "");
}

/// A mean of what does not add up would say nothing.
bool adds_up(const std::string& name) {
  const auto counters = all_counters();
  const auto found = std::ranges::find(counters, name, &Counter::name);
  return found != counters.end() && found->accumulation == Accumulation::sum;
}

std::string totals_text(const KernelLaunches& kernel) {
  if (kernel.launches.size() == 1) return counters_text(kernel.launches.front());
  std::string text;
  for (const auto& [name, sum] : total(kernel.launches)) {
    text += fmt::format("  {:{}} {:>{}}", name, kNameWidth, value(sum), kTotalWidth);
    if (adds_up(name)) text += fmt::format(" {:>{}}", mean(sum, kernel.launches.size()), kMeanWidth - 1);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string launches_text(const RunResult& run) {
  std::string text;
  for (const VersionResult& result : run.points.front().versions) {
    if (!result.seen) continue;
    for (const LaunchCounters& launch : result.seen->launches)
      text += fmt::format("\n{}: {}\n{}", result.version.name, launch_name(launch), counters_text(launch));
  }
  return text;
}

std::string profile_text(const RunResult& run) {
  std::string text;
  for (const VersionResult& result : run.points.front().versions) {
    if (!result.seen) continue;
    const std::vector<LaunchCounters>& launches = result.seen->launches;
    if (launches.size() > 1) text += fmt::format("\n{}: {} launches\n{}", result.version.name, launches.size(), table_of_calls(launches));
    for (const KernelLaunches& kernel : by_kernel(launches))
      text += fmt::format("\n{}: {}\n{}", result.version.name, title_of(kernel), totals_text(kernel));
  }
  return text;
}

}  // namespace lockstep
