/// @file
/// @brief Rates and ratios from measured times.
#include "harness/timing/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lockstep {
namespace {

std::optional<double> median_of(const std::vector<VersionResult>& versions, auto matches) {
  std::optional<double> best;
  for (const VersionResult& result : versions)
    if (result.time && matches(result.version) && (!best || result.time->median < *best)) best = result.time->median;
  return best;
}

std::optional<double> ratio(std::optional<double> other, double mine) {
  return other && mine > 0 ? std::optional(*other / mine) : std::nullopt;
}

}  // namespace

const VersionResult* Point::find(std::string_view version) const {
  const auto found = std::ranges::find(versions, version, [](const VersionResult& result) { return result.version.name; });
  return found != versions.end() ? &*found : nullptr;
}

bool RunResult::sweeps_over(std::string_view key) const {
  return std::ranges::any_of(sweeps, [&](const SweepAxis& axis) { return axis.key == key; });
}

std::vector<std::string> RunResult::version_names() const {
  std::vector<VersionInfo> all;
  for (const Point& point : points)
    for (const VersionResult& result : point.versions)
      if (std::ranges::find(all, result.version.name, &VersionInfo::name) == all.end()) all.push_back(result.version);
  std::ranges::stable_sort(all, comes_before);
  std::vector<std::string> names;
  for (const VersionInfo& version : all) names.push_back(version.name);
  return names;
}

std::string RunResult::type_text() const { return type.empty() || sweeps_over("type") ? "" : " · " + type; }

std::string RunResult::shape_text() const {
  const Point& point = points.front();
  std::string text;
  if (!sweeps_over("size")) text += " · size " + to_string(point.size, dimensions);
  if (!sweeps_over("block") && point.block != 0) text += " · block " + std::to_string(point.block);
  if (!sweeps_over("grid") && point.grid != 0) text += " · grid " + std::to_string(point.grid);
  if (!sweeps_over("tile") && point.tile.threads() != 0) text += " · tile " + to_string(point.tile);
  if (!sweeps_over("elements") && point.elements != 0) text += " · elements " + std::to_string(point.elements);
  if (!sweeps_over("threads") && point.threads != 0) text += " · threads " + std::to_string(point.threads);
  for (const SettingValue& setting : settings)
    if (!setting.is_preset) text += fmt::format(" · {} {}", setting.name, setting.value);
  return text;
}

const std::optional<double>& RunResult::shown_rate(const VersionResult& result) const {
  if (!rate.empty()) return result.rate;
  return compute_bound ? result.gflop_per_s : result.gb_per_s;
}

std::string RunResult::shown_unit() const {
  if (!rate.empty()) return rate;
  return compute_bound ? "GFLOP/s" : "GB/s";
}

std::string RunResult::input_name() const { return std::filesystem::path(input).filename().string(); }

bool RunResult::any_wrong() const {
  return std::ranges::any_of(points, [](const Point& point) {
    return std::ranges::any_of(
        point.versions, [](const VersionResult& result) { return !result.verified && !result.machine_lacks && result.skipped.empty(); });
  });
}

bool RunResult::all_verified() const {
  return std::ranges::all_of(points, [](const Point& point) {
    return std::ranges::all_of(point.versions, [](const VersionResult& result) { return result.verified || !result.skipped.empty(); });
  });
}

bool RunResult::any_timed() const {
  return std::ranges::any_of(points, [](const Point& point) {
    return std::ranges::any_of(point.versions, [](const VersionResult& result) { return result.best_known_time().has_value(); });
  });
}

bool RunResult::any_errors() const {
  return std::ranges::any_of(points, [](const Point& point) {
    return std::ranges::any_of(
        point.versions, [](const VersionResult& result) { return result.seen && count_of(result.seen->hazards, Severity::error) > 0; });
  });
}

std::optional<double> percent_of_limit(const Cost& cost, const Limits& limits, double milliseconds) {
  if (!limits.copy_gb_per_s || !limits.fma_gflop_per_s || milliseconds <= 0) return std::nullopt;
  const double least = std::max(cost.bytes / *limits.copy_gb_per_s, cost.operations / *limits.fma_gflop_per_s) / 1e6;
  return 100 * least / milliseconds;
}

void add_rates(Point& point, const Cost& cost, const Limits& limits, bool on_simulator) {
  const auto naive = median_of(point.versions, [](const VersionInfo& v) { return v.stage == "naive"; });
  const auto cpu = median_of(point.versions, [](const VersionInfo& v) { return v.name == "v0_cpu"; });
  const auto library = median_of(point.versions, [](const VersionInfo& v) { return v.stage == "library"; });
  std::optional<double> first, before;  // of versions with kernels
  for (VersionResult& result : point.versions) {
    if (!result.time || result.is_simulated(on_simulator) || result.time->median <= 0) continue;
    const double time = result.time->median;
    result.gb_per_s = cost.bytes / time / 1e6;
    result.gflop_per_s = cost.operations / time / 1e6;
    if (result.work > 0) result.rate = result.work / time / 1e6;
    if (!result.version.on_host()) result.percent_of_limit = percent_of_limit(cost, limits, time);
    result.speedup = {.naive = on_simulator ? std::nullopt : ratio(naive, time),
                      .first = std::nullopt,
                      .before = std::nullopt,
                      .cpu = ratio(cpu, time),
                      .library = on_simulator ? std::nullopt : ratio(library, time)};
    if (result.version.on_host()) continue;
    if (!first) first = time;
    result.speedup.first = ratio(first, time);
    result.speedup.before = ratio(before, time);
    before = time;
  }
}

}  // namespace lockstep
