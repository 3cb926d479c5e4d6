/// @file
/// @brief Lays out the measures of a sweep.
#include "harness/reports/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "harness/reports/cells.hpp"
#include "harness/reports/counter_columns.hpp"
#include "harness/reports/measures.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMostColumns = 6, kLeastWidth = 8;

/// A line of a table: its name with the mark before it, and the results that its cells are of.
struct Row {
  std::string name;
  std::vector<const Point*> points{};
  std::string version{};
};

std::string cell(const RunResult& run, const Measure& measure, const Point& point, const std::string& version) {
  const VersionResult* const result = point.find(version);
  if (result == nullptr) return "–";
  const auto value = measure.of(run, point, *result);
  return value && *value >= 1e4 ? short_count(*value) : number(value);
}

/// The worst of the marks of a version at these points.
std::string mark_of(const Row& row, bool colour) {
  const VersionResult* worst = nullptr;
  const auto badness = [](const VersionResult& result) { return !result.skipped.empty() ? 1 : result.verified ? 0 : 2; };
  for (const Point* point : row.points)
    if (const VersionResult* const result = point->find(row.version))
      if (worst == nullptr || badness(*result) > badness(*worst)) worst = result;
  return worst == nullptr ? "–" : mark(*worst, colour);
}

/// Why a version has no cells at all: the same reason everywhere, or nothing.
std::string skipped_everywhere(const Row& row) {
  std::string reason;
  for (const Point* point : row.points) {
    const VersionResult* const result = point->find(row.version);
    if (result == nullptr || result->skipped.empty()) return "";
    if (reason.empty()) reason = result->skipped;
  }
  return reason;
}

std::size_t column_width(const std::vector<std::string>& headings) {
  std::size_t width = kLeastWidth;
  for (const std::string& heading : headings) width = std::max(width, display_width(heading));
  return width;
}

std::string line(const std::string& mark, const std::string& name, std::size_t width, const std::vector<std::string>& cells,
                 std::size_t column) {
  std::string text = fmt::format("{} {:{}}", mark, name, width);
  for (const std::string& one : cells) text += fmt::format(" {:>{}}", one, column);
  return without_end_blanks(text) + '\n';
}

/// One table of one measure, with as many columns side by side as fit.
std::string table(const RunResult& run, const Measure& measure, const std::string& corner, const std::vector<std::string>& headings,
                  const std::vector<Row>& rows, bool colour) {
  std::vector<std::string> names{corner};
  for (const Row& row : rows) names.push_back(row.name);
  const std::size_t width = name_width(names), column = column_width(headings);
  const std::size_t fitting = std::clamp<std::size_t>((kScreenWidth - width - 2) / (column + 1), 1, kMostColumns);
  std::string text;
  for (std::size_t begin = 0; begin < headings.size(); begin += fitting) {
    const std::size_t end = std::min(begin + fitting, headings.size());
    const auto part = [&](const auto& all) {
      return std::vector(all.begin() + static_cast<long>(begin), all.begin() + static_cast<long>(end));
    };
    text += line(" ", corner, width, part(headings), column);
    for (const Row& row : rows) {
      if (const std::string reason = skipped_everywhere(row); !reason.empty()) {
        text += cut_to(fmt::format("– {:{}}  {}", row.name, width, reason), kScreenWidth) + '\n';
        continue;
      }
      std::vector<std::string> cells;
      for (const Point* point : part(row.points)) cells.push_back(cell(run, measure, *point, row.version));
      text += line(mark_of(row, colour), row.name, width, cells, column);
    }
    text += '\n';
  }
  return text;
}

bool any_has(const RunResult& run, const Measure& measure, const Row& row) {
  return std::ranges::any_of(row.points, [&](const Point* point) {
    const VersionResult* const result = point->find(row.version);
    return result != nullptr && (!result->verified || measure.of(run, *point, *result));
  });
}

/// Versions in lines, the values of the one sweep in columns. A version without the measure has no line.
std::string by_version(const RunResult& run, const Measure& measure, bool colour) {
  std::vector<Row> rows;
  for (const std::string& version : run.version_names()) {
    Row row{.name = version, .points = {}, .version = version};
    for (const Point& point : run.points) row.points.push_back(&point);
    if (any_has(run, measure, row)) rows.push_back(std::move(row));
  }
  return fmt::format("{}\n", measure.title(run)) + table(run, measure, run.sweeps.front().key, run.sweeps.front().values, rows, colour);
}

/// For each version, the values of the first sweep in lines and those of the second in columns.
std::string by_two(const RunResult& run, const Measure& measure, bool colour) {
  const SweepAxis &down = run.sweeps.front(), &across = run.sweeps.back();
  std::string text;
  for (const std::string& version : run.version_names()) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < down.values.size(); ++i) {
      Row row{.name = down.values[i], .points = {}, .version = version};
      for (std::size_t j = 0; j < across.values.size(); ++j) row.points.push_back(&run.points[i * across.values.size() + j]);
      rows.push_back(std::move(row));
    }
    if (std::ranges::none_of(rows, [&](const Row& row) { return any_has(run, measure, row); })) continue;
    text += fmt::format("{} · {}, {} across\n", version, measure.title(run), across.key) +
            table(run, measure, down.key, across.values, rows, colour);
  }
  return text;
}

/// Measures in columns.
std::string by_measure(const RunResult& run, const std::vector<const Measure*>& measures, bool colour) {
  const Point& point = run.points.front();
  const std::size_t width = name_width(run.version_names());
  constexpr std::size_t kColumn = 10;
  std::string over = fmt::format("  {:{}}", "", width),
              under = fmt::format("  {:{}}", run.sweeps.front().key + " " + run.sweeps.front().values.front(), width);
  for (const Measure* const measure : measures) {
    const bool rate = measure->name == "rate";
    const std::string unit = run.shown_unit();
    const std::size_t per = std::min(unit.find('/'), unit.size());  // "GB/s" in two lines
    over += fmt::format(" {:>{}}", rate ? unit.substr(0, per) : measure->in[0], kColumn - 1);
    under += fmt::format(" {:>{}}", rate ? unit.substr(per) : measure->in[1], kColumn - 1);
  }
  std::string text = without_end_blanks(over) + '\n' + under + '\n';
  for (const VersionResult& result : point.versions) {
    if (!result.skipped.empty()) {
      text += cut_to(fmt::format("– {:{}}  {}", result.version.name, width, result.skipped), kScreenWidth) + '\n';
      continue;
    }
    std::vector<std::string> cells;
    for (const Measure* const measure : measures) cells.push_back(cell(run, *measure, point, result.version.name));
    text += line(mark(result, colour), result.version.name, width, cells, kColumn - 1);
  }
  return text + '\n';
}

/// The pair of values at which a version with kernels took the least time.
std::string best_pair(const RunResult& run, const std::vector<const Measure*>& measures) {
  const auto time = std::ranges::find(measures, "time", &Measure::name);
  if (run.sweeps.size() != 2 || time == measures.end()) return "";
  std::string text;
  for (const std::string& version : run.version_names()) {
    std::optional<std::size_t> best;
    std::optional<double> least;
    for (std::size_t p = 0; p < run.points.size(); ++p) {
      const VersionResult* const result = run.points[p].find(version);
      if (result == nullptr || result->version.on_host()) continue;
      const auto value = (*time)->of(run, run.points[p], *result);
      if (!value || (least && *least <= *value)) continue;
      least = value;
      best = p;
    }
    if (!best) continue;
    const std::size_t columns = run.sweeps.back().values.size();
    text += fmt::format("{} is fastest at {} {}, {} {}: {} ms\n", version, run.sweeps[0].key, run.sweeps[0].values[*best / columns],
                        run.sweeps[1].key, run.sweeps[1].values[*best % columns], number(least));
  }
  return text;
}

}  // namespace

std::string sweep_table(const RunResult& run, bool colour) {
  const std::vector<const Measure*> measures = shown_measures(run);
  std::string text;
  if (run.points.size() == 1)
    text = by_measure(run, measures, colour);
  else
    for (const Measure* const measure : measures)
      text += run.sweeps.size() == 2 ? by_two(run, *measure, colour) : by_version(run, *measure, colour);
  if (measures.empty()) text = "Nothing of what a sweep shows was measured.\n\n";
  return text + best_pair(run, measures) + with_copies_in(run.points.front().versions);
}

}  // namespace lockstep
