/// @file
/// @brief Launches as a table for people.
#pragma once

#include <string>
#include <vector>

#include "observation/observation.hpp"

namespace lockstep {

/// "dot<<<240, 256>>>", "tiles<<<(8, 8), (16, 16)>>>".
std::string launch_name(const LaunchCounters& launch);

/// A row for each kernel and launch shape, in the order of their first launches, with the launches' counters together; 80 columns.
std::string launches_text(const std::vector<LaunchCounters>& launches);

}  // namespace lockstep
