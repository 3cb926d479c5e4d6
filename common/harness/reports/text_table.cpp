/// @file
/// @brief Makes columns as wide as their longest cells need.
#include "harness/reports/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text/text.hpp"

namespace lockstep {
namespace {

int width_of(const TextColumn& column) {
  int width = column.least_width;
  for (std::size_t line = kHeadingLines; line < column.cells.size(); ++line)
    width = std::max(width, static_cast<int>(display_width(column.cells[line])) + 1);
  return width;
}

}  // namespace

int width_of(const std::vector<TextColumn>& columns) {
  int width = 0;
  for (const TextColumn& column : columns) width += width_of(column);
  return width;
}

std::string line_of(const std::vector<TextColumn>& columns, std::size_t line) {
  std::string text;
  for (const TextColumn& column : columns) text += fmt::format("{:>{}}", column.cells.at(line), width_of(column));
  return text;
}

}  // namespace lockstep
