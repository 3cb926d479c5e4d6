/// @file
/// @brief Lays out the measures of a sweep.
#include "harness/reports/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "harness/reports/cells.hpp"
#include "harness/reports/measures.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMostColumns = 6, kLeastWidth = 8;

/// A column's heading, in one line or two.
struct Heading {
  std::string over{}, under{};
};

struct Line {
  std::string mark, name;
  std::vector<std::string> cells{};
  std::string instead{};  ///< of cells, where there is nothing but a reason
};

struct Table {
  std::string corner{};
  std::vector<Heading> headings{};
  std::vector<Line> lines{};
};

std::size_t width_of_names(const Table& table) {
  std::vector<std::string> names{table.corner};
  for (const Line& line : table.lines) names.push_back(line.name);
  return name_width(names);
}

std::size_t width_of_columns(const Table& table) {
  std::size_t width = kLeastWidth;
  for (const Heading& heading : table.headings) width = std::max({width, display_width(heading.over), display_width(heading.under)});
  return width;
}

/// With as many columns side by side as fit, and the others below.
std::string text_of(const Table& table) {
  const std::size_t width = width_of_names(table), column = width_of_columns(table), all = table.headings.size();
  const std::size_t fitting = std::clamp<std::size_t>((kScreenWidth - width - 2) / (column + 1), 1, kMostColumns);
  std::string text;
  for (std::size_t begin = 0; begin < all; begin += fitting) {
    const std::size_t end = std::min(begin + fitting, all);
    const auto add = [&](const std::string& mark, const std::string& name, const auto& cell_at) {
      std::string line = fmt::format("{} {:{}}", mark, name, width);
      for (std::size_t i = begin; i < end; ++i) line += fmt::format(" {:>{}}", cell_at(i), column);
      text += without_end_blanks(line) + '\n';
    };
    if (std::ranges::any_of(table.headings, [](const Heading& heading) { return !heading.over.empty(); }))
      add(" ", "", [&](std::size_t i) { return table.headings[i].over; });
    add(" ", table.corner, [&](std::size_t i) { return table.headings[i].under; });
    for (const Line& line : table.lines) {
      if (line.instead.empty())
        add(line.mark, line.name, [&](std::size_t i) { return line.cells[i]; });
      else
        text += cut_to(fmt::format("{} {:{}}  {}", line.mark, line.name, width, line.instead), kScreenWidth) + '\n';
    }
    text += '\n';
  }
  return text;
}

/// What a version did at some points, in order.
struct Results {
  std::string version;
  std::vector<const Point*> points;

  const VersionResult* at(std::size_t i) const { return points[i]->find(version); }
};

std::optional<double> value_at(const Results& results, std::size_t i, const Measure& measure) {
  const VersionResult* const result = results.at(i);
  return result != nullptr ? measure.of(*results.points[i], *result) : std::nullopt;
}

/// The worst of the marks.
std::string mark_of(const Results& results, bool colour) {
  const auto badness = [](const VersionResult& result) { return !result.skipped.empty() ? 1 : result.verified ? 0 : 2; };
  const VersionResult* worst = nullptr;
  for (std::size_t i = 0; i < results.points.size(); ++i)
    if (const VersionResult* const result = results.at(i); result != nullptr && (worst == nullptr || badness(*result) > badness(*worst)))
      worst = result;
  return worst == nullptr ? "–" : mark(*worst, colour);
}

/// Why the version ran at none of the points; empty where it ran at some.
std::string skipped_everywhere(const Results& results) {
  std::string reason;
  for (std::size_t i = 0; i < results.points.size(); ++i) {
    const VersionResult* const result = results.at(i);
    if (result == nullptr || result->skipped.empty()) return "";
    reason = skip_reason(result->skipped).why;
  }
  return reason;
}

Line line_of(const std::string& name, const Results& results, const Measure& measure, bool colour) {
  Line line{.mark = mark_of(results, colour), .name = name, .cells = {}, .instead = skipped_everywhere(results)};
  for (std::size_t i = 0; i < results.points.size(); ++i) {
    const auto value = value_at(results, i, measure);
    line.cells.push_back(value ? measure.text(*value) : "–");
  }
  return line;
}

/// A version that has the measure nowhere needs no line, unless to say that it failed or was skipped.
bool belongs(const Results& results, const Measure& measure) {
  for (std::size_t i = 0; i < results.points.size(); ++i)
    if (const VersionResult* const result = results.at(i); result != nullptr && (!result->verified || value_at(results, i, measure)))
      return true;
  return false;
}

std::vector<Heading> headings_of(const SweepAxis& axis) {
  std::vector<Heading> headings;
  for (const std::string& value : axis.values) headings.push_back({.over = "", .under = value});
  return headings;
}

/// Versions in lines, the values of the one sweep in columns.
std::string by_version(const RunResult& run, const Measure& measure, bool colour) {
  const SweepAxis& axis = run.sweeps.front();
  Table table{.corner = axis.key, .headings = headings_of(axis), .lines = {}};
  for (const std::string& version : run.version_names()) {
    Results results{.version = version, .points = {}};
    for (const Point& point : run.points) results.points.push_back(&point);
    if (belongs(results, measure)) table.lines.push_back(line_of(version, results, measure, colour));
  }
  return measure.title + '\n' + text_of(table);
}

/// The one value that a version has at all points, as one on the host has whatever the blocks are.
std::string same_everywhere(const RunResult& run, const Measure& measure, const std::string& version) {
  std::string same;
  for (const Point& point : run.points) {
    const VersionResult* const result = point.find(version);
    if (result == nullptr || !result->version.on_host()) return "";
    const auto value = measure.of(point, *result);
    if (!value || (!same.empty() && same != measure.text(*value))) return "";
    same = measure.text(*value);
  }
  return same;
}

/// For a version, the values of the first sweep in lines and those of the second in columns.
std::string by_two(const RunResult& run, const Measure& measure, const std::string& version, bool colour) {
  if (const std::string same = same_everywhere(run, measure, version); !same.empty())
    return fmt::format("{} · {}: {}\n\n", version, measure.title, same);
  const SweepAxis &down = run.sweeps.front(), &across = run.sweeps.back();
  Table table{.corner = down.key, .headings = headings_of(across), .lines = {}};
  bool any = false;
  for (std::size_t i = 0; i < down.values.size(); ++i) {
    Results results{.version = version, .points = {}};
    for (std::size_t j = 0; j < across.values.size(); ++j) results.points.push_back(&run.points[i * across.values.size() + j]);
    any = any || belongs(results, measure);
    table.lines.push_back(line_of(down.values[i], results, measure, colour));
  }
  return any ? fmt::format("{} · {}, {} across\n", version, measure.title, across.key) + text_of(table) : "";
}

/// Versions in lines, measures in columns.
std::string by_measure(const RunResult& run, const std::vector<Measure>& measures, bool colour) {
  const SweepAxis& axis = run.sweeps.front();
  Table table{.corner = axis.key + " " + axis.values.front(), .headings = {}, .lines = {}};
  for (const Measure& measure : measures) table.headings.push_back({measure.over, measure.under});
  for (const VersionResult& result : run.points.front().versions) {
    Line line{.mark = mark(result, colour), .name = result.version.name, .cells = {}, .instead = skip_reason(result.skipped).why};
    for (const Measure& measure : measures) {
      const auto value = measure.of(run.points.front(), result);
      line.cells.push_back(value ? measure.text(*value) : "–");
    }
    table.lines.push_back(std::move(line));
  }
  return text_of(table);
}

/// What there is to show, and a line for each measure that was asked for in vain.
struct Presence {
  std::vector<Measure> measures{};
  std::string missing{};
};

Presence by_presence(const RunResult& run) {
  Presence presence;
  for (const Measure& measure : shown_measures(run)) {
    const bool present = std::ranges::any_of(run.points, [&](const Point& point) {
      return std::ranges::any_of(point.versions, [&](const VersionResult& result) { return measure.of(point, result).has_value(); });
    });
    if (present)
      presence.measures.push_back(measure);
    else
      presence.missing +=
          fmt::format("{}: nothing here has them{}.\n", measure.title, run.on_simulator() ? "; kernels are timed on a GPU alone" : "");
  }
  if (presence.measures.empty() && presence.missing.empty()) presence.missing = "Nothing of what a sweep shows was measured.\n";
  return presence;
}

/// The pair of values at which a version took the least time.
std::string best_pair(const RunResult& run, const Measure& time, const std::string& version) {
  std::optional<double> least;
  std::size_t best = 0;
  for (std::size_t p = 0; p < run.points.size(); ++p) {
    const VersionResult* const result = run.points[p].find(version);
    if (result == nullptr || result->version.on_host()) continue;
    const auto value = time.of(run.points[p], *result);
    if (!value || (least && *least <= *value)) continue;
    least = value;
    best = p;
  }
  if (!least) return "";
  const SweepAxis &down = run.sweeps.front(), &across = run.sweeps.back();
  return fmt::format("{} is fastest at {} {}, {} {}: {} ms\n", version, down.key, down.values[best / across.values.size()], across.key,
                     across.values[best % across.values.size()], time.text(*least));
}

}  // namespace

std::string sweep_table(const RunResult& run, bool colour) {
  const auto [measures, missing] = by_presence(run);
  std::string end = missing + with_copies_in(run.points.front().versions);
  if (measures.empty()) return end;
  if (run.points.size() == 1) return by_measure(run, measures, colour) + end;
  std::string text;
  for (const Measure& measure : measures) {
    if (run.sweeps.size() == 1) {
      text += by_version(run, measure, colour);
      continue;
    }
    for (const std::string& version : run.version_names()) text += by_two(run, measure, version, colour);
    if (measure.name != "time") continue;
    for (const std::string& version : run.version_names()) text += best_pair(run, measure, version);
    text += '\n';
  }
  return text + end;
}

}  // namespace lockstep
