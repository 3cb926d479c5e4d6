/// @file
/// @brief Columns of text beside each other, which never touch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep {

/// Lines of a heading, which `least_width` has to have room for.
inline constexpr std::size_t kHeadingLines = 2;

/// A right-aligned column. At least one blank stands before its longest cell below the heading, whatever `least_width` says.
struct TextColumn {
  int least_width;
  std::vector<std::string> cells;  ///< from the heading's lines downwards
};

/// How wide such columns are together.
int width_of(const std::vector<TextColumn>& columns);

/// Line `line` of the columns.
std::string line_of(const std::vector<TextColumn>& columns, std::size_t line);

}  // namespace lockstep
