/// @file
/// @brief Text escaped for HTML, XML and SVG, and shortened.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Text as it may stand in markup, between tags and in quoted attributes. Control characters, which XML cannot hold, become blanks.
std::string markup_escaped(std::string_view text);

/// The first bytes of a clean text, and an ellipsis where there were more; no character is cut in two.
std::string shortened(std::string_view text, std::size_t most_bytes);

/// How much of a text is shown.
struct Excerpt {
  std::vector<std::string> lines;  ///< clean
  std::size_t left_out = 0;        ///< lines after those
};

/// The first lines of any bytes, each shortened. @param most_bytes  of a line
Excerpt excerpt(std::string_view text, std::size_t most_lines, std::size_t most_bytes);

}  // namespace lockstep
