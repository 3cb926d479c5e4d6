/// @file
/// @brief Which lane touches what, drawn from what was seen of a warp.
#pragma once

#include <string>
#include <vector>

#include "observation/observation.hpp"

namespace lockstep {

/// So many panels at most: a loop shows its first rounds.
inline constexpr unsigned kPicturedOfALine = 3;

/// The first requests of each line as SVG for light and dark pages: lanes against sectors or banks. Each is a group of class `request`
/// that says what is to be seen (`data-say`), on which line of a .cu file (`data-line`), and what that line is (`data-code`).
/// @param name  of the version or launch that touched it  @param origin  what was run
/// @throws UsageError where nothing was touched
std::string picture_text(const std::string& name, const std::string& origin, const std::vector<WarpRequest>& requests);

}  // namespace lockstep
