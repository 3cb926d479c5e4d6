/// @file
/// @brief Memory pools: how much of each is in use.
#pragma once

#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

/// Takes an allocation that is about to be freed off its pool's account, if it has one.
void release_from_pool(const Allocation& allocation);
void forget_all_pools();

}  // namespace lockstep::sim
