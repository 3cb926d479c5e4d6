/// @file
/// @brief Results as CSV.
#include <fmt/format.h>

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

}  // namespace

std::string csv_text(const RunResult& run) {
  std::string text =
      "lesson,backend,device,size,seed,block,grid,version,stage,verified,error,bound,time_ms_median,time_ms_min,time_ms_max,reps,"
      "end_to_end_ms_median,gb_per_s,gflop_per_s,percent_of_limit,speedup_naive,speedup_cpu,speedup_library,failure\r\n";
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions)
      text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", run.lesson, run.backend, quoted(run.device),
                          to_string(point.size), run.seed, launch(point.block), launch(point.grid), result.version.name,
                          result.version.stage, result.verified, number(result.error), number(result.bound), timing(result.time),
                          result.end_to_end ? number(result.end_to_end->median) : "", number(result.gb_per_s), number(result.gflop_per_s),
                          number(result.percent_of_limit), number(result.speedup.naive), number(result.speedup.cpu),
                          number(result.speedup.library), quoted(result.failure));
  return text;
}

}  // namespace lockstep
