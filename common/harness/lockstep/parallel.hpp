/// @file
/// @brief A loop over all cores, for references whose work grows faster than their inputs.
#pragma once

#include <cstdint>
#include <functional>

namespace lockstep {

/// Calls body(0) … body(count − 1), on all cores, in any order. `body` must not throw.
void parallel_for(std::int64_t count, const std::function<void(std::int64_t)>& body);

}  // namespace lockstep
