/// @file
/// @brief What a part's diagnostics say where one run is worth the points of all parts.
#pragma once

#include <string_view>

namespace lockstep::grading {

/// The last line of what the tests say of a submission that did not do the work on the GPU: judge() then gives no points for any part.
inline constexpr std::string_view kCondemned = "Because of this, no part earns points.";

}  // namespace lockstep::grading
