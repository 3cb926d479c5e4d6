/// @file
/// @brief The table of measures.
#include "harness/reports/measures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace lockstep {
namespace {

using Value = std::optional<double>;

double sum_over(const Counters& counters, std::span<const Counter> rows) {
  return std::accumulate(rows.begin(), rows.end(), 0.0, [&](double sum, const Counter& row) { return sum + value_of(counters, row); });
}

/// 0 is an answer where kernels were watched.
template <class Count>
Value counted(const VersionResult& result, Count count) {
  return result.seen && !result.seen->counters.empty() ? Value(count(result.seen->counters)) : std::nullopt;
}

Value time_of(const VersionResult& result) {
  const auto& time = result.best_known_time();
  return time ? Value(time->median) : std::nullopt;
}

/// The simulator's own time is no result.
Value measured_time(const RunResult& run, const Point&, const VersionResult& result) {
  return result.is_simulated(run.on_simulator()) ? std::nullopt : time_of(result);
}

Value own_time(const RunResult& run, const Point&, const VersionResult& result) {
  return result.is_simulated(run.on_simulator()) ? time_of(result) : std::nullopt;
}

Value time_of_an_iteration(const RunResult& run, const Point& point, const VersionResult& result) {
  const Value time = measured_time(run, point, result);
  return time && result.iterations > 0 ? Value(*time / result.iterations) : std::nullopt;
}

Value moved_over_needed(const RunResult&, const Point& point, const VersionResult& result) {
  if (!point.counted || point.counted->needed_bytes == 0) return std::nullopt;
  return counted(result, [&](const Counters& c) { return value_of(c, kCounters.bytes_moved) / point.counted->needed_bytes; });
}

std::string first_kernel(const RunResult& run) {
  for (const VersionResult& result : run.points.front().versions)
    if (!result.version.on_host()) return result.version.name;
  return "the first version";
}

template <const char* text>
std::string always(const RunResult&) {
  return text;
}

constexpr char kTime[] = "Median times in milliseconds";
constexpr char kOwnTime[] = "The simulator's own times in milliseconds, which say nothing about a GPU";
constexpr char kCpu[] = "Times as fast as v0_cpu";
constexpr char kStep[] = "Times as fast as the version before";
constexpr char kLibrary[] = "Times as fast as the library";
constexpr char kIteration[] = "Milliseconds of an iteration";
constexpr char kSectors[] = "Sectors of global memory that accesses touch";
constexpr char kMoved[] = "Bytes moved over bytes needed";
constexpr char kWavefronts[] = "Wavefronts of shared memory";
constexpr char kConflicts[] = "Bank conflicts";
constexpr char kBarriers[] = "Barriers of blocks";
constexpr char kAtomics[] = "Atomic operations of lanes";
constexpr char kLaunches[] = "Launches";

using When = Measure::When;

const std::vector<Measure>& all_measures() {
  using Run = const RunResult&;
  using At = const Point&;
  using Of = const VersionResult&;
  static const std::vector<Measure> all{
      {"time", {"time", "ms"}, always<kTime>, measured_time},
      {"rate",
       {"", "rate"},
       [](Run run) { return run.shown_unit(); },
       [](Run run, At, Of of) { return run.shown_rate(of); },
       When::one_point},
      {"iteration", {"ms an", "iteration"}, always<kIteration>, time_of_an_iteration},
      {"cpu", {"as fast", "as CPU"}, always<kCpu>, [](Run, At, Of of) { return of.speedup.cpu; }},
      {"first",
       {"as fast", "as first"},
       [](Run run) { return "Times as fast as " + first_kernel(run); },
       [](Run, At, Of of) { return of.speedup.first; }},
      {"step", {"as fast", "as before"}, always<kStep>, [](Run, At, Of of) { return of.speedup.before; }, When::one_point},
      {"peer", {"as fast", "as peer"}, always<kLibrary>, [](Run, At, Of of) { return of.speedup.library; }, When::on_request},
      {"sectors",
       {"", "sectors"},
       always<kSectors>,
       [](Run, At, Of of) { return counted(of, [](const Counters& c) { return sum_over(c, kCounters.sectors); }); }},
      {"moved", {"moved/", "needed"}, always<kMoved>, moved_over_needed},
      {"wavefronts",
       {"shared", "wavefronts"},
       always<kWavefronts>,
       [](Run, At, Of of) { return counted(of, [](const Counters& c) { return sum_over(c, kCounters.wavefronts); }); }},
      {"conflicts",
       {"bank", "conflicts"},
       always<kConflicts>,
       [](Run, At, Of of) { return counted(of, [](const Counters& c) { return sum_over(c, kCounters.bank_conflicts); }); },
       When::on_request},
      {"barriers",
       {"", "barriers"},
       always<kBarriers>,
       [](Run, At, Of of) { return counted(of, [](const Counters& c) { return value_of(c, kCounters.barriers); }); }},
      {"atomics",
       {"", "atomics"},
       always<kAtomics>,
       [](Run, At, Of of) { return counted(of, [](const Counters& c) { return value_of(c, kCounters.atomics); }); }},
      {"launches",
       {"", "launches"},
       always<kLaunches>,
       [](Run, At, Of of) { return of.seen ? Value(static_cast<double>(of.seen->launches.size())) : std::nullopt; },
       When::on_request},
      {"own_time", {"sim. own", "time ms"}, always<kOwnTime>, own_time, When::on_request},
  };
  return all;
}

/// Any version has it, and not only zeros, which a table of zeros says no better.
bool says_something(const RunResult& run, const Measure& measure) {
  return std::ranges::any_of(run.points, [&](const Point& point) {
    return std::ranges::any_of(point.versions,
                               [&](const VersionResult& result) { return measure.of(run, point, result).value_or(0) != 0; });
  });
}

}  // namespace

const Measure* find_measure(std::string_view name) {
  const auto found = std::ranges::find(all_measures(), name, &Measure::name);
  return found != all_measures().end() ? &*found : nullptr;
}

std::string measure_names() {
  std::vector<std::string_view> names;
  for (const Measure& measure : all_measures()) names.push_back(measure.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<const Measure*> shown_measures(const RunResult& run) {
  std::vector<const Measure*> shown;
  for (const std::string& name : run.shown) shown.push_back(find_measure(name));
  if (!shown.empty()) return shown;
  for (const Measure& measure : all_measures())
    if (measure.when == When::always || (measure.when == When::one_point && run.points.size() == 1))
      if (says_something(run, measure)) shown.push_back(&measure);
  return shown;
}

}  // namespace lockstep
