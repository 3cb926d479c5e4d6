/// @file
/// @brief Columns of text side by side, which never touch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep {

/// Lines of a heading, for which `least_width` must have room.
inline constexpr std::size_t kHeadingLines = 2;

/// A right-aligned column. At least one blank precedes its longest cell below the heading, whatever `least_width` is.
struct TextColumn {
  int least_width;
  std::vector<std::string> cells;  ///< from the heading's lines downwards
};

/// The total width of the columns.
int width_of(const std::vector<TextColumn>& columns);

/// Line `line` of the columns.
std::string line_of(const std::vector<TextColumn>& columns, std::size_t line);

}  // namespace lockstep
