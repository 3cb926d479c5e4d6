/// @file
/// @brief One self-contained HTML file that plays one trace, or two side by side.
#pragma once

#include <string>
#include <vector>

#include "player/trace.hpp"

namespace lockstep::player {

/// The page; it needs nothing else, and no network. @param step  that it shows first
std::string page(const std::vector<Trace>& traces, std::size_t step);

}  // namespace lockstep::player
