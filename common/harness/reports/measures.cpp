/// @file
/// @brief The table of measures.
#include "harness/reports/measures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>

#include "harness/reports/cells.hpp"
#include "harness/reports/counter_columns.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kShownOfTwoSweeps = 3;  // each is a table for each version; the others are for --show
constexpr double kHardly = 1.1;               // what varies less over two sweeps is not worth so many tables

using Value = std::optional<double>;

std::string as_number(double value) { return number(value); }
std::string as_ratio(double value) { return ratio(value); }

Value time_of(const VersionResult& result) {
  const auto& time = result.best_known_time();
  return time ? Value(time->median) : std::nullopt;
}

Value time_of_an_iteration(const Value& time, double iterations) {
  return time && iterations > 0 ? Value(*time / iterations) : std::nullopt;
}

/// What kernels did; 0 is an answer.
template <class Count>
auto counted(Count count) {
  return [count](const Point&, const VersionResult& result) {
    return result.seen && !result.seen->counters.empty() ? Value(count(result.seen->counters)) : std::nullopt;
  };
}

auto sum_of(std::span<const Counter> rows) {
  return counted([rows](const Counters& c) {
    return std::accumulate(rows.begin(), rows.end(), 0.0, [&](double sum, const Counter& row) { return sum + value_of(c, row); });
  });
}

auto one_of(const Counter& row) {
  return counted([&row](const Counters& c) { return value_of(c, row); });
}

Value moved_over_needed(const Point& point, const VersionResult& result) {
  if (!point.counted || point.counted->needed_bytes == 0) return std::nullopt;
  const Value moved = one_of(kCounters.bytes_moved)(point, result);
  return moved ? Value(*moved / point.counted->needed_bytes) : std::nullopt;
}

Value launch_count(const Point&, const VersionResult& result) {
  return result.seen ? Value(static_cast<double>(result.seen->launches.size())) : std::nullopt;
}

auto times_as_fast(std::optional<double> Speedup::*as) {
  return [as](const Point&, const VersionResult& result) { return result.speedup.*as; };
}

/// v0_cpu itself is what others are compared with.
Value as_cpu(const Point&, const VersionResult& result) { return result.version.name != "v0_cpu" ? result.speedup.cpu : std::nullopt; }

std::string first_kernel(const RunResult& run) {
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions)
      if (!result.version.on_host()) return result.version.name;
  return "the first version";
}

std::vector<Measure> all_measures(const RunResult& run) {
  using enum Measure::When;
  const bool simulated = run.on_simulator();  // the simulator's own time is no result
  const auto time = [=](const Point&, const VersionResult& r) { return r.is_simulated(simulated) ? std::nullopt : time_of(r); };
  const auto own = [=](const Point&, const VersionResult& r) { return r.is_simulated(simulated) ? time_of(r) : std::nullopt; };
  const auto iteration = [=](const Point& p, const VersionResult& r) { return time_of_an_iteration(time(p, r), r.iterations); };
  const auto rate = [&run](const Point&, const VersionResult& r) { return run.shown_rate(r); };
  const std::string unit = run.shown_unit(), first = first_kernel(run);
  const std::size_t per = std::min(unit.find('/'), unit.size());  // "GB/s" in two lines
  return {
      {"time", "Median times in milliseconds", "time", "ms", time, as_number},
      {"rate", unit, unit.substr(0, per), unit.substr(per), rate, as_number, one_point},
      {"iteration", "Milliseconds of an iteration", "ms an", "iteration", iteration, as_number},
      {"cpu", "Times as fast as v0_cpu", "× as fast", "as v0_cpu", as_cpu, as_ratio},
      {"first", "Times as fast as " + first, "× as fast", "as first", times_as_fast(&Speedup::first), as_ratio},
      {"step", "Times as fast as the version before", "× as fast", "as before", times_as_fast(&Speedup::before), as_ratio, one_point},
      {"peer", "Times as fast as the library", "× as fast", "as peer", times_as_fast(&Speedup::library), as_ratio, on_request},
      {"sectors", "Sectors of global memory that accesses touch", "", "sectors", sum_of(kCounters.sectors), short_count},
      {"moved", "Bytes moved over bytes needed", "moved/", "needed", moved_over_needed, as_ratio},
      {"wavefronts", "Wavefronts of shared memory", "shared", "wavefr.", sum_of(kCounters.wavefronts), short_count},
      {"conflicts", "Bank conflicts", "bank", "conflicts", sum_of(kCounters.bank_conflicts), short_count, on_request},
      {"barriers", "Barriers of blocks", "", "barriers", one_of(kCounters.barriers), short_count},
      {"atomics", "Atomic operations of lanes", "", "atomics", one_of(kCounters.atomics), short_count},
      {"launches", "Launches", "", "launches", launch_count, short_count, on_request},
      {"own_time", "The simulator's own times in milliseconds, which say nothing about a GPU", "sim. own", "time ms", own, as_number,
       on_request},
  };
}

/// Any version has it, and not only zeros, which a table of zeros says no better. Two sweeps are about kernels, unless one is about the
/// CPU.
bool says_something(const RunResult& run, const Measure& measure) {
  const bool about_kernels = run.sweeps.size() == 2 && !run.sweeps_over("threads");
  return std::ranges::any_of(run.points, [&](const Point& point) {
    return std::ranges::any_of(point.versions, [&](const VersionResult& result) {
      return (!about_kernels || !result.version.on_host()) && measure.of(point, result).value_or(0) != 0;
    });
  });
}

/// The values of a version differ from point to point.
bool varies(const RunResult& run, const Measure& measure) {
  return std::ranges::any_of(run.version_names(), [&](const std::string& version) {
    Value least, most;
    for (const Point& point : run.points) {
      const VersionResult* const result = point.find(version);
      const Value value = result != nullptr ? measure.of(point, *result) : std::nullopt;
      if (!value) continue;
      least = std::min(least.value_or(*value), *value);
      most = std::max(most.value_or(*value), *value);
    }
    return least && *most > kHardly * *least;
  });
}

bool is_shown_unasked(const RunResult& run, const Measure& measure) {
  const bool wanted = measure.when == Measure::When::always || (measure.when == Measure::When::one_point && run.points.size() == 1);
  return wanted && says_something(run, measure);
}

}  // namespace

bool is_measure(std::string_view name) {
  const RunResult none;
  return std::ranges::any_of(all_measures(none), [&](const Measure& measure) { return measure.name == name; });
}

std::string measure_names() {
  const RunResult none;
  std::vector<std::string> names;
  for (const Measure& measure : all_measures(none)) names.push_back(measure.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<Measure> shown_measures(const RunResult& run) {
  const std::vector<Measure> all = all_measures(run);
  std::vector<Measure> shown;
  for (const std::string& name : run.shown) shown.push_back(*std::ranges::find(all, name, &Measure::name));
  if (!shown.empty()) return shown;
  std::ranges::copy_if(all, std::back_inserter(shown), [&](const Measure& measure) { return is_shown_unasked(run, measure); });
  if (run.sweeps.size() != 2) return shown;
  std::vector<Measure> telling;
  std::ranges::copy_if(shown, std::back_inserter(telling), [&](const Measure& measure) { return varies(run, measure); });
  if (!telling.empty()) shown = std::move(telling);
  if (shown.size() > kShownOfTwoSweeps) shown.erase(shown.begin() + kShownOfTwoSweeps, shown.end());
  return shown;
}

}  // namespace lockstep
