/// @file
/// @brief Results as CSV.
#include <fmt/format.h>

#include <set>

#include "report.hpp"

namespace lockstep {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

std::string launch(unsigned asked) { return asked != 0 ? std::to_string(asked) : ""; }

std::string timing(const std::optional<Timing>& time) {
  return time ? fmt::format("{},{},{},{}", time->median, time->min, time->max, time->reps) : ",,,";
}

/// The names of all counters of any version.
std::set<std::string> counter_names(const RunResult& run) {
  std::set<std::string> names;
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions)
      if (result.seen)
        for (const auto& [name, value] : result.seen->counters) names.insert(name);
  return names;
}

std::string seen_header(const std::set<std::string>& counters) {
  if (counters.empty()) return "";
  std::string header = ",hazard_errors,hazard_warnings";
  for (const std::string& name : counters) header += ',' + name;
  return header;
}

/// As many cells as the header; empty ones for a version without kernels.
std::string seen_cells(const std::optional<Observation>& seen, const std::set<std::string>& counters) {
  if (counters.empty()) return "";
  if (!seen) return std::string(2 + counters.size(), ',');
  std::string cells = fmt::format(",{},{}", count_of(seen->hazards, Severity::error), count_of(seen->hazards, Severity::warning));
  for (const std::string& name : counters) {
    const auto found = seen->counters.find(name);
    cells += ',' + number(found != seen->counters.end() ? std::optional(found->second) : std::nullopt);
  }
  return cells;
}

}  // namespace

std::string csv_text(const RunResult& run) {
  std::string text =
      "lesson,backend,device,size,seed,block,grid,version,stage,verified,error,bound,time_ms_median,time_ms_min,time_ms_max,reps,"
      "end_to_end_ms_median,gb_per_s,gflop_per_s,percent_of_limit,speedup_naive,speedup_cpu,speedup_library,failure";
  const std::set<std::string> counters = counter_names(run);
  text += seen_header(counters) + "\r\n";
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions)
      text +=
          fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}\r\n", run.lesson, run.backend, quoted(run.device),
                      to_string(point.size, run.dimensions), run.seed, launch(point.block), launch(point.grid), result.version.name,
                      result.version.stage, result.verified, number(result.error), number(result.bound), timing(result.time),
                      result.end_to_end ? number(result.end_to_end->median) : "", number(result.gb_per_s), number(result.gflop_per_s),
                      number(result.percent_of_limit), number(result.speedup.naive), number(result.speedup.cpu),
                      number(result.speedup.library), quoted(result.failure), seen_cells(result.seen, counters));
  return text;
}

}  // namespace lockstep
