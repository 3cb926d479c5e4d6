/// @file
/// @brief Launch shapes and sizes as numbers on an axis.
#include "harness/plots/sweep_axis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "harness/plots/gnuplot.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr double kAxisMargin = 1.1;  // leaves the outermost points clear of the frame

/// From a little below the first value to a little above the last, on a logarithmic axis with base 2.
std::string doubling(const std::vector<double>& values) {
  const auto [low, high] = std::ranges::minmax(values);
  return fmt::format("set logscale x 2\nset xrange [{}:{}]\n", low / kAxisMargin, high * kAxisMargin);
}

Axis count_axis(const SweepAxis& sweep) {
  Axis axis{.label = axis_label(sweep.key)};
  for (const std::string& value : sweep.values) axis.values.push_back(std::stod(value));
  axis.commands = doubling(axis.values) + fmt::format("set yrange [0:*]\nset xtics ({})\n", fmt::join(axis.values, ", "));
  return axis;
}

/// For boxes, the one extent that changes; all extents if they are alike; otherwise their product.
Axis box_axis(const RunResult& run) {
  const Size first = run.points.front().size;
  const std::vector<std::string> names = split(run.size_form, 'x');  // "MxNxK"
  const std::array extents{&Size::width, &Size::height, &Size::depth};
  const auto changes = [&](std::int64_t Size::*extent) {
    return std::ranges::any_of(run.points, [&](const Point& point) { return point.size.*extent != first.*extent; });
  };
  const bool cubes = std::ranges::all_of(
      run.points, [](const Point& point) { return point.size.width == point.size.height && point.size.width == point.size.depth; });
  Axis axis{.label = fmt::format("{}", fmt::join(names, cubes ? " = " : "·"))};
  const bool one = std::ranges::count_if(extents, changes) == 1;
  const auto which = std::ranges::find_if(extents, changes);
  if (one) axis.label = names.at(static_cast<std::size_t>(which - extents.begin()));
  for (const Point& point : run.points)
    axis.values.push_back(static_cast<double>(one ? point.size.**which : cubes ? point.size.width : point.size.count()));
  return axis;
}

Axis size_axis(const RunResult& run) {
  Axis axis{.label = "elements"};
  for (const Point& point : run.points) axis.values.push_back(static_cast<double>(point.size.count()));
  if (run.dimensions == 3) axis = box_axis(run);
  axis.commands = doubling(axis.values) + "set logscale y\nset format x '2^%L'\nset format y '%g'\n";
  return axis;
}

}  // namespace

std::string axis_label(const std::string& key) {
  if (key == "block" || key == "tile") return "threads of a block";
  if (key == "grid") return "blocks of the grid";
  if (key == "elements") return "elements of a row that a block works on";
  if (key == "threads") return "threads of the CPU";
  return key == "type" ? "type of the elements" : key;
}

Axis even_axis(const SweepAxis& sweep) {
  Axis axis{.label = axis_label(sweep.key)};
  std::string tics;
  for (const std::string& value : sweep.values) {
    axis.values.push_back(static_cast<double>(axis.values.size()) + 1);
    tics += fmt::format("{}{} {}", tics.empty() ? "" : ", ", gnuplot_literal(value), axis.values.back());
  }
  axis.commands = tics;
  return axis;
}

Axis sweep_axis(const RunResult& run) {
  const SweepAxis& sweep = run.sweeps.front();
  if (sweep.key == "size") return size_axis(run);
  if (sweep.key != "tile" && sweep.key != "type") return count_axis(sweep);
  Axis axis = even_axis(sweep);  // tiles have two sides and no order
  axis.commands = fmt::format("set xrange [0.5:{}]\nset yrange [0:*]\nset xtics ({})\n", axis.values.back() + 0.5, axis.commands);
  return axis;
}

}  // namespace lockstep
