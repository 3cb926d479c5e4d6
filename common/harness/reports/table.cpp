/// @file
/// @brief Results as a table for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "harness/reports/counter_columns.hpp"
#include "harness/reports/report.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMostOfAName = 20;  // of a file name, in the heading
constexpr std::size_t kMostSweepColumns = 6, kLeastSweepWidth = 8;

std::size_t name_width(const Point& point) {
  std::size_t width = 7;
  for (const VersionResult& result : point.versions) width = std::max(width, result.version.name.size());
  return width;
}

/// At most 7 characters: three or four significant digits, or two with an exponent.
std::string number(const std::optional<double>& value) {
  if (!value) return "–";
  if (std::isnan(*value)) return "NaN";  // whatever its sign
  if (*value == 0) return "0";
  if (*value >= 1e6 || *value < 1e-4) return fmt::format("{:.1e}", *value);
  const int decimals = *value >= 1000 ? 0 : *value >= 100 ? 1 : *value >= 10 ? 2 : *value >= 1 ? 3 : 4;
  return fmt::format("{:.{}f}", *value, decimals);
}

/// At most 6 characters.
std::string ratio(const std::optional<double>& value) {
  if (!value) return "–";
  if (*value >= 99999) return fmt::format("{:.0e}", *value);
  return fmt::format("{:.{}f}", *value, *value < 10 ? 2 : *value < 100 ? 1 : 0);
}

std::string milliseconds(const std::optional<Timing>& time) { return number(time ? std::optional(time->median) : std::nullopt); }

std::string mark(const VersionResult& result, bool colour) {
  if (result.machine_lacks) return "–";
  if (!colour) return result.verified ? "✓" : "✗";
  return result.verified ? "\x1b[32m✓\x1b[0m" : "\x1b[31m✗\x1b[0m";
}

std::string heading(const RunResult& run) {
  const std::string inputs = run.input.empty() ? fmt::format("seed {}", run.seed) : cut_to(run.input_name(), kMostOfAName);
  return fmt::format("{} · {}\n{}{} · {}{}\n\n", run.lesson, run.title, run.device, run.type_text(), inputs, run.shape_text());
}

std::string hazard_count(const std::optional<Observation>& seen) {
  if (!seen) return "–";
  const std::size_t errors = count_of(seen->hazards, Severity::error), warnings = count_of(seen->hazards, Severity::warning);
  if (errors > 9) return fmt::format("{} err.", errors);  // fits eight columns; the ninth is the gap
  if (errors > 0) return fmt::format("{} error{}", errors, errors == 1 ? "" : "s");
  if (warnings > 0) return fmt::format("{} warn.", warnings);
  return "none";
}

std::string moved_against_needed(const Observation& seen, const Counted& counted) {
  const double moved = value_of(seen.counters, kCounters.bytes_moved);
  return moved == 0 || counted.needed_bytes == 0 ? "–" : ratio(moved / counted.needed_bytes);
}

void append(std::vector<TextColumn>& columns, const std::vector<TextColumn>& more) {
  columns.insert(columns.end(), more.begin(), more.end());
}

/// What the accesses of each version with kernels cost.
std::string memory_table(const Point& point, const Counted& counted, std::size_t width) {
  std::vector<std::string> names{"memory", "version"};
  std::vector<Counters> counters;
  TextColumn needed{8, {"moved/", "needed"}};
  for (const VersionResult& r : point.versions) {
    if (!r.seen) continue;
    names.push_back(r.version.name);
    counters.push_back(r.seen->counters);
    needed.cells.push_back(moved_against_needed(*r.seen, counted));
  }
  std::vector<TextColumn> columns = text_columns(kGlobalColumns, counters);
  columns.push_back(needed);
  append(columns, text_columns(kSharedColumns, counters));
  std::string text;
  for (std::size_t line = 0; line < names.size(); ++line)
    text += without_end_blanks(fmt::format("  {:{}}{}", names[line], width, line_of(columns, line))) + '\n';
  return text;
}

/// How the threads of each version work together, and the result.
std::string work_table(const Point& point, std::size_t width, bool colour) {
  std::vector<std::string> marks{" ", " "}, names{"work and result", "version"};
  std::vector<Counters> counters;
  TextColumn hazards{9, {"", "hazards"}}, errors{8, {"", "error"}}, times{8, {"sim. own", "time ms"}};
  for (const VersionResult& r : point.versions) {
    marks.push_back(mark(r, colour));
    names.push_back(r.version.name);
    counters.push_back(r.seen ? r.seen->counters : Counters{});
    hazards.cells.push_back(hazard_count(r.seen));
    errors.cells.push_back(number(r.error));
    times.cells.push_back(milliseconds(r.best_known_time()));
  }
  std::vector<TextColumn> columns = text_columns(kWorkColumns, counters);
  append(columns, {hazards, errors, times});
  std::string text;
  for (std::size_t line = 0; line < names.size(); ++line)
    text += fmt::format("{} {:{}}{}\n", marks[line], names[line], width, line_of(columns, line));
  return text;
}

/// Says above the counters that they are for another size than the title's.
std::string counted_elsewhere(const Point& point, int dimensions) {
  if (!point.counted || point.counted->size == point.size) return "";
  return fmt::format("Counters are for size {}; errors and times for size {}.\n\n", to_string(point.counted->size, dimensions),
                     to_string(point.size, dimensions));
}

std::string simulator_ladder(const Point& point, int dimensions, bool colour) {
  const std::size_t width = std::max(name_width(point), std::string_view("work and result").size());
  return counted_elsewhere(point, dimensions) + (point.counted ? memory_table(point, *point.counted, width) + "\n" : "") +
         work_table(point, width, colour);
}

/// The largest error that the check of a verified version allows.
std::optional<double> allowed_error(const Point& point) {
  std::optional<double> largest;
  for (const VersionResult& result : point.versions)
    if (result.verified && result.bound && (!largest || *result.bound > *largest)) largest = result.bound;
  return largest;
}

/// Says whose time contains the copies, a line each.
std::string with_copies_in(const std::vector<VersionResult>& versions) {
  std::string names;
  for (const VersionResult& result : versions)
    if (result.version.memory == Memory::pinned) names += fmt::format("  {}\n", result.version.name);
  return names.empty() ? "" : "With copies from pinned memory and back:\n" + names;
}

/// What the columns mean, a line each.
std::string simulator_legend(const Point& point) {
  std::string text;
  if (point.counted)
    text = fmt::format(
        "sectors     of 32 bytes, touched by an access of a warp / by lanes side by side\n"
        "moved       bytes of all sectors; needed: {}B, each input and output once\n"
        "wavefronts  rounds that shared memory takes; bank conflicts: extra rounds\n"
        "lanes       active per step, of 32; a step: a statement that a warp begins,\n"
        "            or an access that it makes\n"
        "at one word most lanes of a warp whose atomics meet at one address at once\n",
        short_count(point.counted->needed_bytes));
  if (const auto allowed = allowed_error(point)) text += fmt::format("error       of the result; up to {} is allowed\n", number(allowed));
  text += "time        the simulator's own: it says nothing about a GPU; v0 runs on the CPU\n";
  text += with_copies_in(point.versions);
  return text;
}

std::string gpu_ladder(const RunResult& run, const Point& point, bool colour) {
  const std::size_t width = name_width(point);
  const std::string unit = run.shown_unit();
  const std::size_t per = std::min(unit.find('/'), unit.size());  // "GB/s" in two lines
  std::string text =
      fmt::format("  {:{}} {:>9} {:>9} {:>7} {:>6}   times as fast as\n", "", width, "time", "with", unit.substr(0, per), "% of");
  text += fmt::format("  {:{}} {:>9} {:>9} {:>7} {:>6} {:>6} {:>6} {:>6}\n", "version", width, "ms", "copies", unit.substr(per), "limit",
                      "naive", "cpu", "peer");
  for (const VersionResult& r : point.versions)
    text += fmt::format("{} {:{}} {:>9} {:>9} {:>7} {:>6} {:>6} {:>6} {:>6}\n", mark(r, colour), r.version.name, width,
                        milliseconds(r.time), milliseconds(r.end_to_end), number(run.shown_rate(r)), ratio(r.percent_of_limit),
                        ratio(r.speedup.naive), ratio(r.speedup.cpu), ratio(r.speedup.library));
  return text;
}

std::string swept_text(const RunResult& run, const Point& point) {
  if (run.sweep == "size") return to_string(point.size, run.dimensions);
  if (run.sweep == "tile") return to_string(point.tile);
  return std::to_string(run.sweep == "block" ? point.block : point.grid);
}

/// Milliseconds of each version at each value, with as many values side by side as fit.
std::string sweep_table(const RunResult& run, bool colour) {
  const std::vector<VersionResult>& versions = run.points.front().versions;
  const std::size_t width = name_width(run.points.front());
  std::size_t column = kLeastSweepWidth;
  for (const Point& point : run.points) column = std::max(column, swept_text(run, point).size());
  const std::size_t columns = std::clamp<std::size_t>((kScreenWidth - width - 2) / (column + 1), 1, kMostSweepColumns);
  std::string text;
  for (std::size_t begin = 0; begin < run.points.size(); begin += columns) {
    const std::size_t end = std::min(begin + columns, run.points.size());
    text += fmt::format("  {:{}}", run.sweep, width);
    for (std::size_t p = begin; p < end; ++p) text += fmt::format(" {:>{}}", swept_text(run, run.points[p]), column);
    text += '\n';
    for (std::size_t v = 0; v < versions.size(); ++v) {
      const auto failed = std::ranges::find_if(run.points, [v](const Point& point) { return !point.versions[v].verified; });
      text += fmt::format("{} {:{}}", mark((failed != run.points.end() ? *failed : run.points.front()).versions[v], colour),
                          versions[v].version.name, width);
      for (std::size_t p = begin; p < end; ++p)
        text += fmt::format(" {:>{}}", milliseconds(run.points[p].versions[v].best_known_time()), column);
      text += '\n';
    }
    text += '\n';
  }
  return text + "Median times in milliseconds.\n" + with_copies_in(versions);
}

std::string notes(const RunResult& run) {
  if (run.backend == "sim")
    return run.sweep.empty() ? simulator_legend(run.points.front()) + "\n"
                             : "Times are the simulator's own and say nothing about a GPU; v0 runs on the CPU.\n";
  std::string text;
  if (run.sweep.empty())
    text = "With copies: from pageable memory to the device, and back.\n" + with_copies_in(run.points.front().versions);
  if (!run.limits.copy_gb_per_s || !run.limits.fma_gflop_per_s) return text;
  return text + fmt::format("Limit, as measured now: {:.0f} GB/s of copies, {:.0f} GFLOP/s{}.\n", *run.limits.copy_gb_per_s,
                            *run.limits.fma_gflop_per_s, run.type.empty() ? "" : " of float multiply-adds");
}

std::string summary(const RunResult& run) {
  std::string remarks;
  std::size_t verified = 0, all = 0;
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions) {
      ++all;
      if (result.verified) ++verified;
      for (const std::string& remark : {result.failure, result.untimed})
        if (!remark.empty()) remarks += remark + '\n';
    }
  return fmt::format("{}{} of {} verified.\n", remarks, verified, all);
}

}  // namespace

std::string list_text(const Lesson& lesson) {
  std::size_t width = 0;
  for (const VersionInfo& version : lesson.versions()) width = std::max(width, version.name.size());
  std::string text;
  for (const VersionInfo& version : lesson.versions())
    text += fmt::format("{:{}}  {:19}  {}\n", version.name, width, version.stage, version.idea);
  return text;
}

std::string table_text(const RunResult& run, bool colour) {
  std::string text = heading(run);
  if (!run.sweep.empty())
    text += sweep_table(run, colour);
  else if (run.backend == "sim")
    text += simulator_ladder(run.points.front(), run.dimensions, colour) + "\n";
  else
    text += gpu_ladder(run, run.points.front(), colour) + "\n";
  return text + notes(run) + summary(run);
}

}  // namespace lockstep
