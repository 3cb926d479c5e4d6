/// @file
/// @brief The history that a version recorded, as a chart, drawn by gnuplot.
#include <fmt/format.h>

#include <algorithm>

#include "harness/plots/gnuplot.hpp"
#include "harness/reports/report.hpp"

namespace lockstep {
namespace {

std::string title(const RunResult& run) {
  const std::string inputs = run.input.empty() ? "" : " · " + run.input_name();
  const std::string text =
      fmt::format("{} · {}{}{}{}", run.points.front().versions.front().version.name, run.device, run.type_text(), inputs, run.shape_text());
  return fmt::format("set title {} textcolor rgb '#222222'\n", gnuplot_literal(text));
}

}  // namespace

void draw_history(const RunResult& run, const Series& history, const std::string& path) {
  std::string data;
  for (std::size_t step = 0; step < history.values.size(); ++step) data += fmt::format("{} {}\n", step, history.values[step]);
  const std::string axis = history.by_powers_of_ten ? "set logscale y\nset format y '10^{%T}'\n" : "";
  draw_by_gnuplot(path, 480,
                  title(run) + fmt::format("$line << END\n{}END\n{}set xlabel {}\nset ylabel {}\nunset key\nset xrange [0:{}]\n"
                                           "plot $line with linespoints linewidth 2 linecolor rgb '#0072b2'\n",
                                           data, axis, gnuplot_literal(history.steps), gnuplot_literal(history.what),
                                           std::max<std::size_t>(history.values.size() - 1, 1)));
}

}  // namespace lockstep
