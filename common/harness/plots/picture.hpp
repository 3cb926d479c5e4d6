/// @file
/// @brief Which lane touches what, drawn from the observed accesses of a warp.
#pragma once

#include <string>
#include <vector>

#include "observation/observation.hpp"

namespace lockstep {

/// At most this many panels: a loop shows its first iterations.
inline constexpr unsigned kPicturedOfALine = 3;

/// The first requests of each line as SVG for light and dark pages: lanes against sectors or banks. Each is a group of class `request`
/// that says what it shows (`data-say`), for which line of a .cu file (`data-line`), and what that line is (`data-code`).
/// @param name  of the version or launch that touched it  @param origin  what was run
/// @throws UsageError if nothing was touched
std::string picture_text(const std::string& name, const std::string& origin, const std::vector<WarpRequest>& requests);

}  // namespace lockstep
