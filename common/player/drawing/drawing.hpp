/// @file
/// @brief A still drawing of how values come about in a trace.
#pragma once

#include <string>

#include "player/trace.hpp"

namespace lockstep::player {

/// SVG for light and dark pages, which a telephone shows whole.
/// @param what  the name of an array; or "lanes", for what a warp shuffles
/// @throws UsageError, one line, if there is nothing to draw, or too much
std::string drawing(const Trace& trace, const std::string& what);

}  // namespace lockstep::player
