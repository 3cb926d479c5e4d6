/// @file
/// @brief Puts observations together.
#include "observation/observation.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace lockstep {
namespace {

double largest(const std::vector<Counters>& parts, const Counter& counter) {
  double most = 0;
  for (const Counters& part : parts) most = std::max(most, value_of(part, counter));
  return most;
}

double ratio(const Counters& whole, const Counter& counter) {
  const double denominator = value_of(whole, kCounters.*counter.denominator);
  return denominator == 0 ? 0 : value_of(whole, kCounters.*counter.numerator) / denominator;
}

}  // namespace

std::span<const Counter> all_counters() {
  static const auto rows = std::bit_cast<std::array<Counter, sizeof(CounterTable) / sizeof(Counter)>>(kCounters);
  return rows;
}

double value_of(const Counters& counters, const Counter& counter) {
  const auto found = counters.find(counter.name);
  return found != counters.end() ? found->second : 0;
}

Counters total(const std::vector<Counters>& parts) {
  Counters whole;
  for (const Counters& part : parts)
    for (const auto& [name, value] : part) whole[name] += value;
  for (const Counter& counter : all_counters()) {
    if (!whole.contains(counter.name)) continue;
    if (counter.accumulation == Accumulation::maximum) whole[counter.name] = largest(parts, counter);
    if (counter.accumulation == Accumulation::ratio) whole[counter.name] = ratio(whole, counter);
  }
  return whole;
}

Counters total(const std::vector<LaunchCounters>& launches) {
  std::vector<Counters> parts;
  for (const LaunchCounters& launch : launches) parts.push_back(launch.counters);
  return total(parts);
}

std::vector<WarpRequest> all_requests(const std::vector<LaunchCounters>& launches) {
  std::vector<WarpRequest> all;
  for (const LaunchCounters& launch : launches)
    if (launch.requests) all.insert(all.end(), launch.requests->begin(), launch.requests->end());
  return all;
}

std::vector<LineCounters> merge_lines(const std::vector<LaunchCounters>& launches) {
  std::map<std::pair<std::string, unsigned>, std::vector<Counters>> parts;
  for (const LaunchCounters& launch : launches)
    for (const LineCounters& line : launch.lines) parts[{line.file, line.line}].push_back(line.counters);
  std::vector<LineCounters> lines;
  for (const auto& [place, counters] : parts) lines.push_back({.file = place.first, .line = place.second, .counters = total(counters)});
  return lines;
}

void merge_hazards(std::vector<Hazard>& all, const std::vector<Hazard>& more) {
  const auto key = [](const Hazard& h) { return std::tie(h.kind, h.severity, h.kernel, h.file, h.line, h.other_file, h.other_line); };
  for (const Hazard& hazard : more) {
    const auto known = std::ranges::find_if(all, [&](const Hazard& other) { return key(other) == key(hazard); });
    if (known == all.end())
      all.push_back(hazard);
    else
      known->count += hazard.count;
  }
}

std::size_t count_of(const std::vector<Hazard>& hazards, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(hazards, severity, &Hazard::severity));
}

}  // namespace lockstep
