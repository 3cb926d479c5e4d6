/// @file
/// @brief Launches as a table for people.
#pragma once

#include <string>
#include <vector>

#include "observation/observation.hpp"

namespace lockstep {

/// "dot<<<240, 256>>>", "tiles<<<(8, 8), (16, 16)>>>".
std::string launch_name(const LaunchCounters& launch);

/// Which launches share a row.
enum class LaunchRows { each, alike };

/// Rows in the order of the launches; 80 columns. Alike are launches of one kernel and shape with equal counters, or, where that makes too
/// many rows for a look, of one kernel and shape: their counters are added.
std::string launches_text(const std::vector<LaunchCounters>& launches, LaunchRows rows);

}  // namespace lockstep
