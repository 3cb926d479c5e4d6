/// @file
/// @brief A loop over all cores, for references whose work grows faster than their inputs; and the threads of OpenMP versions.
#pragma once

#include <cstdint>
#include <functional>

namespace lockstep {

struct Launch;

/// Calls body(0) … body(count − 1), on all cores, in any order. `body` must not throw.
void parallel_for(std::int64_t count, const std::function<void(std::int64_t)>& body);

/// Threads of an OpenMP version: what was asked for, even on fewer cores, or else one for each core.
int cpu_threads(const Launch& launch);

}  // namespace lockstep
