/// @file
/// @brief Results as a chart, drawn by gnuplot.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/plots/gnuplot.hpp"
#include "harness/plots/sweep_axis.hpp"
#include "harness/reports/measures.hpp"
#include "harness/reports/report.hpp"

namespace lockstep {
namespace {

std::string title_line(const RunResult& run) {
  const std::string inputs = run.input.empty() ? "" : " · " + run.input_name();
  const std::string text = fmt::format("{} · {}{}{}{}", run.title, run.device, run.type_text(), inputs, run.shape_text());
  return fmt::format("set title {} textcolor rgb '#222222'\n", gnuplot_literal(text));
}

std::string time_label(const RunResult& run) { return run.backend == "sim" ? "the simulator's own time (ms)" : "median time (ms)"; }

const char* bar_colour(const VersionInfo& version) {
  if (version.stage == "cpu") return "0x888888";
  return version.stage == "library" ? "0xe69f00" : "0x0072b2";
}

/// A horizontal bar for each version that was timed: its rate if that means something, otherwise its time.
std::string ladder_script(const RunResult& run) {
  const std::vector<VersionResult>& versions = run.points.front().versions;
  const bool rates = run.backend != "sim" && std::ranges::any_of(versions, [](const VersionResult& r) { return r.gb_per_s.has_value(); });
  std::string data, names;
  std::optional<double> limit;
  if (run.rate.empty()) limit = run.compute_bound ? run.limits.fma_gflop_per_s : run.limits.copy_gb_per_s;
  double longest = rates ? limit.value_or(0) : 0;
  int row = 0;
  for (const VersionResult& result : versions) {
    if (rates && result.version.memory == Memory::pinned) continue;  // its time has the copies in it
    const auto& rate = run.shown_rate(result);
    const auto& time = result.best_known_time();
    const double value = rates ? rate.value_or(0) : time ? time->median : 0;
    data += fmt::format("{} {} {} {}\n", row, value, bar_colour(result.version), result.verified ? fmt::format("{:.4g}", value) : "failed");
    longest = std::max(longest, value);
    names += fmt::format("{}{} {}", row > 0 ? ", " : "", gnuplot_literal(result.version.name), row);
    ++row;
  }
  const std::string label = rates ? run.shown_unit() : time_label(run);
  std::string script = fmt::format("$bars << END\n{}END\nset ytics ({})\nset yrange [{}.6:-0.6]\nset xlabel {}\n", data, names, row - 1,
                                   gnuplot_literal(label));
  if (rates && limit)
    script += fmt::format(
        "set arrow from {0},graph 0 to {0},graph 1 nohead back linewidth 2 dashtype 2 linecolor rgb '#d55e00'\n"
        "set label 'measured limit ' at {0},graph 0.97 right textcolor rgb '#d55e00'\n",
        *limit);
  script += fmt::format("set xrange [0:{}]\n", longest > 0 ? 1.15 * longest : 1.0);  // room for the numbers
  script +=
      "set style fill solid 0.9 noborder\nunset key\n"
      "plot $bars using ($2/2):1:(0):2:($1-0.35):($1+0.35):3 with boxxyerror linecolor rgb variable, "
      "'' using 2:1:4 with labels left offset 0.5,0 textcolor rgb '#222222'\n";
  return script;
}

constexpr int kSweepPanelHeight = 400;
constexpr std::size_t kMostSweepPanels = 4;

/// A line for each version: the measure at each value of the sweep. Over sizes, its axis is logarithmic. Empty where no version has it.
std::string curves_script(const RunResult& run, const Measure& measure, std::size_t panel) {
  const Axis axis = sweep_axis(run);
  std::string blocks, plots;
  std::size_t number = 0;
  for (const std::string& version : run.version_names()) {
    ++number;
    std::string data;
    for (std::size_t p = 0; p < run.points.size(); ++p)
      if (const VersionResult* const result = run.points[p].find(version))
        if (const auto value = measure.of(run.points[p], *result)) data += fmt::format("{} {}\n", axis.values[p], *value);
    if (data.empty()) continue;
    blocks += fmt::format("$line{}_{} << END\n{}END\n", panel, number, data);
    plots += fmt::format("{}$line{}_{} with linespoints linewidth 2 linetype {} title {}", plots.empty() ? "plot " : ", ", panel, number,
                         number, gnuplot_literal(version));
  }
  if (plots.empty()) return "";
  return fmt::format("set colorsequence podo\nset key outside right\n{}set xlabel {}\nset ylabel {}\n{}{}\n", axis.commands,
                     gnuplot_literal(axis.label), gnuplot_literal(measure.title), blocks, plots);
}

/// The measure of one version at each pair of values, as colours and numbers, in the order of the table. Empty where the version does not
/// have it.
std::string map_script(const RunResult& run, const Measure& measure, const std::string& version, std::size_t panel) {
  const Axis down = even_axis(run.sweeps.front()), across = even_axis(run.sweeps.back());
  std::string cells, words;
  for (std::size_t p = 0; p < run.points.size(); ++p) {
    const VersionResult* const result = run.points[p].find(version);
    const auto value = result != nullptr ? measure.of(run.points[p], *result) : std::nullopt;
    const double x = across.values[p % across.values.size()], y = down.values[p / across.values.size()];
    cells += fmt::format("{} {} {}\n", x, y, value ? fmt::format("{}", *value) : "NaN");
    if (value) words += fmt::format("{} {} {:.4g}\n", x, y, *value);
  }
  if (words.empty()) return "";
  return fmt::format(
      "$cells{0} << END\n{1}END\n$words{0} << END\n{2}END\nset palette defined (0 '#ffffff', 1 '#56b4e9')\nset cblabel {3}\n"
      "set xrange [0.5:{4}]\nset yrange [{5}:0.5]\nset xtics ({6})\nset ytics ({7})\nset xlabel {8}\nset ylabel {9}\nunset key\n"
      "plot $cells{0} using 1:2:3 with image pixels, $words{0} using 1:2:3 with labels textcolor rgb '#222222'\n",
      panel, cells, words, gnuplot_literal(measure.title), across.values.back() + 0.5, down.values.back() + 0.5, across.commands,
      down.commands, gnuplot_literal(across.label), gnuplot_literal(fmt::format("{}: {}", version, down.label)));
}

/// What a sweep's chart consists of, one below the other.
std::vector<std::string> sweep_panels(const RunResult& run) {
  std::vector<std::string> panels;
  const std::vector<Measure> measures = shown_measures(run);
  const auto add = [&](std::string script) {
    if (!script.empty() && panels.size() < kMostSweepPanels) panels.push_back(std::move(script));
  };
  if (run.sweeps.size() == 1)
    for (const Measure& measure : measures) add(curves_script(run, measure, panels.size()));
  else if (!measures.empty())
    for (const std::string& version : run.version_names())
      if (!run.points.front().find(version)->version.on_host()) add(map_script(run, measures.front(), version, panels.size()));
  return panels;
}

void draw_sweep(const RunResult& run, const std::string& path) {
  const std::vector<std::string> panels = sweep_panels(run);
  if (panels.empty()) return;
  std::string script = fmt::format("set multiplot layout {},1\n{}", panels.size(), title_line(run));
  for (const std::string& panel : panels) script += panel + "unset title\nunset logscale\nset format\n";
  draw_by_gnuplot(path, static_cast<int>(panels.size()) * kSweepPanelHeight, script + "unset multiplot\n");
}

}  // namespace

void draw_plot(const RunResult& run, const std::string& path) {
  if (!run.sweeps.empty()) return draw_sweep(run, path);
  const int height = 120 + 44 * static_cast<int>(run.points.front().versions.size());
  draw_by_gnuplot(path, height, title_line(run) + ladder_script(run));
}

}  // namespace lockstep
