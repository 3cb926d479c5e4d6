/// @file
/// @brief Finds short names: runs of lanes, rows of cells.
#include "player/naming.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "player/floored.hpp"

namespace lockstep::player {
namespace {

using nlohmann::json;

template <class Number>
bool is_steady(const std::vector<Number>& numbers) {
  for (std::size_t i = 2; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != numbers[1] - numbers[0]) return false;
  return true;
}

/// "lanes 0–15", "lanes 0, 2, … 30", "lanes 0–3, 8–11"; without a pattern, the first ones and how many there are.
std::string many_lanes(const std::vector<int>& numbers) {
  if (numbers.size() > 3 && numbers[1] - numbers[0] > 1 && is_steady(numbers))
    return fmt::format("lanes {}, {}, … {}", numbers[0], numbers[1], numbers.back());
  std::vector<std::pair<int, int>> runs;
  for (const int number : numbers)
    if (!runs.empty() && runs.back().second == number - 1)
      runs.back().second = number;
    else
      runs.emplace_back(number, number);
  constexpr std::size_t kMost = 4;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, runs.size()); ++i)
    shown.push_back(runs[i].first == runs[i].second ? fmt::format("{}", runs[i].first)
                                                    : fmt::format("{}–{}", runs[i].first, runs[i].second));
  if (runs.size() > kMost) return fmt::format("{} lanes ({}, …)", numbers.size(), fmt::join(shown, ", "));
  return fmt::format("lanes {}", fmt::join(shown, ", "));
}

/// The brackets after an array's name, for elements of one row; empty if they are not in one row.
std::string brackets(const Array& array, std::int64_t first, std::int64_t last) {
  const auto range = [](std::int64_t from, std::int64_t to) {
    return from == to ? fmt::format("[{}]", from) : fmt::format("[{}..{}]", from, to);
  };
  if (array.shape.size() < 2) return range(first, last);
  const std::int64_t columns = array.shape.back();
  std::int64_t row = floored(first, columns).quotient;
  if (row != floored(last, columns).quotient) return {};
  const std::int64_t column = first - row * columns;
  std::string outer;
  for (std::size_t i = array.shape.size() - 2; i > 0; --i) {
    outer = fmt::format("[{}]", row % array.shape[i]) + outer;
    row = floored(row, array.shape[i]).quotient;
  }
  return fmt::format("[{}]", row) + outer + range(column, column + last - first);
}

std::string cells_text(const Array& array, const std::vector<std::int64_t>& indices, std::int64_t width) {
  constexpr std::size_t kMost = 3;
  std::vector<std::int64_t> cells;
  for (const std::int64_t index : indices)
    if (std::ranges::find(cells, index) == cells.end()) cells.push_back(index);
  const auto name = [&](std::int64_t cell) { return cell_name(array, cell, width); };
  if (cells.size() == 1) return name(cells[0]);
  const bool steady = is_steady(cells);
  if (steady && cells[1] - cells[0] == width && width % array.components == 0)
    return cell_name(array, cells[0], static_cast<std::int64_t>(cells.size()) * width);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(cells.size(), kMost); ++i) names.push_back(name(cells[i]));
  if (cells.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
  if (steady) return fmt::format("{}, {}, … {}", names[0], names[1], name(cells.back()));
  return fmt::format("{}, …", fmt::join(names, ", "));
}

}  // namespace

std::string cell_name(const Array& array, std::int64_t index, std::int64_t width) {
  constexpr std::string_view kComponents = "xyzw";
  const std::int64_t components = array.components;
  const std::int64_t first = floored(index, components).quotient;
  if (width % components == 0) {
    const std::int64_t last = first + width / components - 1;
    const std::string in_one_row = brackets(array, first, last);
    if (!in_one_row.empty()) return array.name + in_one_row;
    return fmt::format("{0}{1} … {0}{2}", array.name, brackets(array, first, first), brackets(array, last, last));
  }
  const auto component = static_cast<std::size_t>(index - first * components);
  const std::string suffix = component < kComponents.size() ? std::string(1, kComponents[component]) : fmt::format("{}", component);
  return fmt::format("{}{}.{}", array.name, brackets(array, first, first), suffix);
}

std::string places_text(const Launch& launch, const std::vector<Cell>& cells, std::int64_t width) {
  std::vector<std::size_t> arrays;
  for (const auto& [array, index] : cells)
    if (std::ranges::find(arrays, array) == arrays.end()) arrays.push_back(array);
  std::vector<std::string> parts;
  for (const std::size_t array : arrays) {
    std::vector<std::int64_t> indices;
    for (const auto& [of, index] : cells)
      if (of == array) indices.push_back(index);
    parts.push_back(cells_text(launch.arrays[array], indices, width));
  }
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::string lanes_text(std::uint32_t mask) {
  const std::vector<int> lanes = lanes_of(mask);
  return lanes.size() == 1 ? fmt::format("lane {}", lanes[0]) : many_lanes(lanes);
}

std::string value_text(const json& value) {
  if (!value.is_string()) {
    const std::string text = value.dump();
    return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
  }
  return value == "unset" ? "never written" : value.get<std::string>();
}

}  // namespace lockstep::player
