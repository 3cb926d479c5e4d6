/// @file
/// @brief Where the time of a version went on a GPU.
#pragma once

#include <string>

#include "harness/timing/timeline.hpp"

namespace lockstep {

/// Under the version's name, what the calls of each kernel, and the copies of each kind, took; 80 columns.
/// @param each  also a line for each of them, in the order in which they began
std::string time_profile_text(const std::string& version, const Timeline& timeline, bool each);

}  // namespace lockstep
