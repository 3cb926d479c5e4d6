/// @file
/// @brief Puts observations together.
#include "observation/observation.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep {
double value_of(const Counters& counters, const std::string& name) {
  const auto found = counters.find(name);
  return found != counters.end() ? found->second : 0;
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
