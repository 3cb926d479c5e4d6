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
/// Switches one on whose reports are not printed: what ends a launch is printed as if there were no check.
void start_silent_check();
/// The hazards found so far, with their texts; the check stays on.
std::vector<Hazard> found_so_far();

}  // namespace lockstep::sim
