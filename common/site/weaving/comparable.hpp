/// @file
/// @brief What two outputs of one command must have in common.
#pragma once

#include <string>

namespace lockstep::site {

/// What must be the same in every run of a command: all but the simulator's own times, and the sums of OpenMP's threads.
std::string comparable(const std::string& output);

}  // namespace lockstep::site
