/// @file
/// @brief The check that is on, for those that look at more of what it finds.
#pragma once

#include <vector>

#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/observers/replay/replay.hpp"

namespace lockstep::sim {

/// Parts of a check.
struct RunningCheck {
  HazardLog& log;
  Replay& replay;
};

/// Is a check on?
bool is_checking();
/// Of the check that is on.
RunningCheck running_check();
/// Switches one on whose reports nobody prints: what ends a launch is printed as if there were none.
void start_silent_check();
/// The hazards of the check that is on and goes on, with their texts.
std::vector<Hazard> found_so_far();

}  // namespace lockstep::sim
