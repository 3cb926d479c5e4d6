/// @file
/// @brief SVG files as parts of a page, in the page's colours.
#pragma once

#include <string>

namespace lockstep::site {

/// A figure with the drawing in it. One whose panels are requests of a warp can be stepped through (docs/site/requests.js).
/// @param svg  a whole file
std::string inline_drawing(const std::string& svg, const std::string& alternative);

}  // namespace lockstep::site
