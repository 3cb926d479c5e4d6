/// @file
/// @brief Results as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "harness/reports/report.hpp"

namespace lockstep {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string text_of(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

std::string launch(unsigned asked) { return asked != 0 ? std::to_string(asked) : ""; }

std::string timed(const std::optional<Timing>& time, double Timing::*which) { return time ? fmt::format("{}", (*time).*which) : ""; }

/// A column, except for those of what was observed.
struct Column {
  const char* name;
  std::function<std::string(const Point&, const VersionResult&)> cell;
};

/// What was run.
std::vector<Column> question_columns(const RunResult& run) {
  using P = const Point&;
  using V = const VersionResult&;
  std::vector<Column> columns{{"lesson", [&](P, V) { return run.lesson; }},
                              {"backend", [&](P, V) { return run.backend; }},
                              {"device", [&](P, V) { return quoted(run.device); }},
                              {"size", [&](P p, V) { return to_string(p.size, run.dimensions); }},
                              {"seed", [&](P, V) { return std::to_string(run.seed); }},
                              {"block", [](P p, V) { return launch(p.block); }},
                              {"grid", [](P p, V) { return launch(p.grid); }},
                              {"elements", [](P p, V) { return launch(p.elements); }},
                              {"threads", [](P p, V) { return launch(p.threads); }}};
  if (run.takes_tile) columns.push_back({"tile", [](P p, V) { return p.tile.threads() != 0 ? to_string(p.tile) : ""; }});
  if (!run.input.empty()) columns.push_back({"input", [&](P, V) { return quoted(run.input); }});
  if (!run.type.empty()) columns.insert(columns.begin() + 1, {"type", [](P p, V) { return p.type; }});
  return columns;
}

/// What came of it.
std::vector<Column> answer_columns() {
  using P = const Point&;
  using V = const VersionResult&;
  return {{"version", [](P, V v) { return v.version.name; }},
          {"stage", [](P, V v) { return v.version.stage; }},
          {"verified", [](P, V v) { return fmt::format("{}", v.verified); }},
          {"error", [](P, V v) { return text_of(v.error); }},
          {"bound", [](P, V v) { return text_of(v.bound); }},
          {"time_ms_median", [](P, V v) { return timed(v.time, &Timing::median); }},
          {"time_ms_min", [](P, V v) { return timed(v.time, &Timing::min); }},
          {"time_ms_max", [](P, V v) { return timed(v.time, &Timing::max); }},
          {"reps", [](P, V v) { return v.time ? std::to_string(v.time->reps) : ""; }},
          {"end_to_end_ms_median", [](P, V v) { return timed(v.end_to_end, &Timing::median); }},
          {"gb_per_s", [](P, V v) { return text_of(v.gb_per_s); }},
          {"gflop_per_s", [](P, V v) { return text_of(v.gflop_per_s); }},
          {"percent_of_limit", [](P, V v) { return text_of(v.percent_of_limit); }},
          {"speedup_naive", [](P, V v) { return text_of(v.speedup.naive); }},
          {"speedup_first", [](P, V v) { return text_of(v.speedup.first); }},
          {"speedup_before", [](P, V v) { return text_of(v.speedup.before); }},
          {"speedup_cpu", [](P, V v) { return text_of(v.speedup.cpu); }},
          {"speedup_library", [](P, V v) { return text_of(v.speedup.library); }},
          {"iterations", [](P, V v) { return v.iterations > 0 ? fmt::format("{}", v.iterations) : ""; }},
          {"ms_per_iteration", [](P, V v) { return v.iterations > 0 && v.time ? fmt::format("{}", v.time->median / v.iterations) : ""; }},
          {"skipped", [](P, V v) { return quoted(v.skipped); }},
          {"failure", [](P, V v) { return quoted(v.failure); }}};
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

/// As many cells as the header has; empty ones for a version without kernels.
std::string seen_cells(const std::optional<Observation>& seen, const std::set<std::string>& counters) {
  if (counters.empty()) return "";
  if (!seen) return std::string(2 + counters.size(), ',');
  std::string cells = fmt::format(",{},{}", count_of(seen->hazards, Severity::error), count_of(seen->hazards, Severity::warning));
  for (const std::string& name : counters) {
    const auto found = seen->counters.find(name);
    cells += ',' + text_of(found != seen->counters.end() ? std::optional(found->second) : std::nullopt);
  }
  return cells;
}

}  // namespace

std::string csv_text(const RunResult& run) {
  std::vector<Column> columns = question_columns(run);
  std::ranges::move(answer_columns(), std::back_inserter(columns));
  const std::set<std::string> counters = counter_names(run);
  std::string text;
  for (const Column& column : columns) text += (text.empty() ? "" : ",") + std::string(column.name);
  text += seen_header(counters) + "\r\n";
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions) {
      std::string cells;
      for (const Column& column : columns) cells += (cells.empty() ? "" : ",") + column.cell(point, result);
      text += cells + seen_cells(result.seen, counters) + "\r\n";
    }
  return text;
}

}  // namespace lockstep
