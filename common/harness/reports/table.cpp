/// @file
/// @brief Results as a table for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "harness/reports/cells.hpp"
#include "harness/reports/counter_columns.hpp"
#include "harness/reports/report.hpp"
#include "harness/reports/sweep_table.hpp"
#include "harness/timing/watched.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMostOfAName = 20;  // of a file name, in the heading

std::size_t width_of_names(const Point& point) {
  std::vector<std::string> names;
  for (const VersionResult& result : point.versions)
    if (!is_answer_alone(result.version)) names.push_back(result.version.name);
  return name_width(names);
}

/// Are there versions that give their answers alone, or others?
bool gives_answers(const Point& point, bool alone) {
  return std::ranges::any_of(point.versions, [&](const VersionResult& result) { return is_answer_alone(result.version) == alone; });
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
    if (is_answer_alone(r.version)) continue;
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

/// The libraries' results.
std::string answers_table(const Point& point, bool colour) {
  std::vector<std::string> names;
  for (const VersionResult& r : point.versions)
    if (is_answer_alone(r.version)) names.push_back(r.version.name);
  const std::size_t width = name_width(names);
  std::string text = fmt::format("  {:{}} {:>7}\n", "library", width, "error");
  for (const VersionResult& r : point.versions)
    if (is_answer_alone(r.version)) text += fmt::format("{} {:{}} {:>7}\n", mark(r, colour), r.version.name, width, number(r.error));
  return text;
}

/// Says above the counters that they are for another size than the title's.
std::string counted_elsewhere(const Point& point, int dimensions) {
  if (!point.counted || point.counted->size == point.size) return "";
  return fmt::format("Counters are for size {}; errors and times for size {}.\n\n", to_string(point.counted->size, dimensions),
                     to_string(point.size, dimensions));
}

std::string simulator_ladder(const Point& point, int dimensions, bool colour) {
  const std::size_t width = std::max(width_of_names(point), std::string_view("work and result").size());
  std::string text;
  if (gives_answers(point, false))
    text = counted_elsewhere(point, dimensions) + (point.counted ? memory_table(point, *point.counted, width) + "\n" : "") +
           work_table(point, width, colour);
  if (!gives_answers(point, true)) return text;
  return text + (text.empty() ? "" : "\n") + answers_table(point, colour);
}

/// The largest error that the check of a verified version allows.
std::optional<double> allowed_error(const Point& point) {
  std::optional<double> largest;
  for (const VersionResult& result : point.versions)
    if (result.verified && result.bound && (!largest || *result.bound > *largest)) largest = result.bound;
  return largest;
}

/// What the columns mean, a line each.
std::string simulator_legend(const Point& point) {
  std::string text;
  const bool has_ladder = gives_answers(point, false);
  if (has_ladder && point.counted)
    text = fmt::format(
        "sectors     of 32 bytes, touched by an access of a warp / by lanes side by side\n"
        "moved       bytes of all sectors; needed: {}B, each input and output once\n"
        "wavefronts  rounds that shared memory takes; bank conflicts: extra rounds\n"
        "lanes       active per step, of 32; a step: a statement that a warp begins,\n"
        "            or an access that it makes\n"
        "at one word most lanes of a warp whose atomics meet at one address at once\n",
        short_count(point.counted->needed_bytes));
  if (const auto allowed = allowed_error(point)) text += fmt::format("error       of the result; up to {} is allowed\n", number(allowed));
  if (has_ladder) text += "time        the simulator's own: it says nothing about a GPU; v0 runs on the CPU\n";
  if (gives_answers(point, true)) text += "library     runs on the CPU here: an answer to compare with, not a time\n";
  text += with_copies_in(point.versions);
  return text;
}

std::string gpu_ladder(const RunResult& run, const Point& point, bool colour) {
  const std::size_t width = width_of_names(point);
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

std::string notes(const RunResult& run) {
  if (run.backend == "sim")
    return run.sweeps.empty() ? simulator_legend(run.points.front()) + "\n"
                              : "Counters are the simulator's; times are of versions that run on the CPU.\n";
  std::string text;
  if (run.sweeps.empty())
    text = "With copies: from pageable memory to the device, and back.\n" + with_copies_in(run.points.front().versions);
  if (!run.limits.copy_gb_per_s || !run.limits.fma_gflop_per_s) return text;
  return text + fmt::format("Limit, as measured now: {:.0f} GB/s of copies, {:.0f} GFLOP/s{}.\n", *run.limits.copy_gb_per_s,
                            *run.limits.fma_gflop_per_s, run.type.empty() ? "" : " of float multiply-adds");
}

/// A line for each version and reason, with all that was asked for in vain.
std::string skips(const RunResult& run) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lines;
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions) {
      if (result.skipped.empty()) continue;
      const SkipReason reason = skip_reason(result.skipped);
      const std::string line = fmt::format("{} was skipped: {}", result.version.name, reason.why);
      auto known = std::ranges::find(lines, line, [](const auto& one) { return one.first; });
      if (known == lines.end()) known = lines.insert(known, {line, {}});
      if (!reason.asked.empty() && std::ranges::find(known->second, reason.asked) == known->second.end())
        known->second.push_back(reason.asked);
    }
  std::string text;
  for (const auto& [line, asked] : lines)
    text += wrapped(asked.empty() ? line : fmt::format("{} ({})", line, fmt::join(asked, ", ")), kScreenWidth, 2) + '\n';
  return text;
}

std::string summary(const RunResult& run) {
  std::string remarks;
  std::size_t verified = 0, all = 0;
  for (const Point& point : run.points)
    for (const VersionResult& result : point.versions) {
      if (!result.skipped.empty()) {
        continue;
      }
      ++all;
      if (result.verified) ++verified;
      for (const std::string& remark : {result.failure, result.untimed})
        if (!remark.empty()) remarks += remark + '\n';
    }
  return fmt::format("{}{}{} of {} verified.\n", remarks, skips(run), verified, all);
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
  if (!run.sweeps.empty())
    text += sweep_table(run, colour);
  else if (run.backend == "sim")
    text += simulator_ladder(run.points.front(), run.dimensions, colour) + "\n";
  else
    text += gpu_ladder(run, run.points.front(), colour) + "\n";
  return text + notes(run) + summary(run);
}

}  // namespace lockstep
