/// @file
/// @brief Puts observations together.
#include "observation.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep {
namespace {

/// A ratio of a whole is the mean of its parts' ratios, each weighed by this counter.
const std::map<std::string, std::string> kWeights = {{"lockstep__lanes_per_access.ratio", "lockstep__accesses.sum"},
                                                     {"lockstep__lanes_per_step.ratio", "lockstep__steps.sum"}};

void add_ratio(const std::string& name, double value, const Counters& part, Counters& whole) {
  const std::string& weight = kWeights.at(name);
  const double mine = value_of(part, weight), before = value_of(whole, weight);
  if (mine > 0) whole[name] += (value - whole[name]) * mine / (before + mine);
}

void add(const Counters& part, Counters& whole) {
  for (const auto& [name, value] : part) {
    if (name.ends_with(".ratio"))
      add_ratio(name, value, part, whole);  // before the sums that it is weighed by
    else if (name.ends_with(".max"))
      whole[name] = std::max(whole[name], value);
  }
  for (const auto& [name, value] : part)
    if (!name.ends_with(".ratio") && !name.ends_with(".max")) whole[name] += value;
}

}  // namespace

double value_of(const Counters& counters, const std::string& name) {
  const auto found = counters.find(name);
  return found != counters.end() ? found->second : 0;
}

Counters total(const std::vector<Counters>& parts) {
  Counters whole;
  for (const Counters& part : parts) add(part, whole);
  return whole;
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
