/// @file
/// @brief Results as a chart, drawn by gnuplot.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/plots/gnuplot.hpp"
#include "harness/plots/sweep_axis.hpp"
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

/// A line for each version: its median time at each value of the sweep. Over sizes, the time axis is logarithmic.
std::string sweep_script(const RunResult& run) {
  const std::vector<VersionResult>& versions = run.points.front().versions;
  const Axis axis = sweep_axis(run);
  std::string blocks, plots;
  for (std::size_t v = 0; v < versions.size(); ++v) {
    std::string data;
    for (std::size_t p = 0; p < run.points.size(); ++p)
      if (const auto& time = run.points[p].versions[v].best_known_time()) data += fmt::format("{} {}\n", axis.values[p], time->median);
    if (data.empty()) continue;
    blocks += fmt::format("$line{} << END\n{}END\n", v, data);
    plots += fmt::format("{}$line{} with linespoints linewidth 2 title {}", plots.empty() ? "plot " : ", ", v,
                         gnuplot_literal(versions[v].version.name));
  }
  return fmt::format("set colorsequence podo\nset key outside right\n{}set xlabel {}\nset ylabel {}\n{}{}\n", axis.commands,
                     gnuplot_literal(axis.label), gnuplot_literal(time_label(run)), blocks, plots);
}

}  // namespace

void draw_plot(const RunResult& run, const std::string& path) {
  const bool ladder = run.sweep.empty();
  const int height = ladder ? 120 + 44 * static_cast<int>(run.points.front().versions.size()) : 480;
  draw_by_gnuplot(path, height, title_line(run) + (ladder ? ladder_script(run) : sweep_script(run)));
}

}  // namespace lockstep
