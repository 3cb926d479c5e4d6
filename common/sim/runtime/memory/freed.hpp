/// @file
/// @brief Memory that was freed not long ago, so that a stale pointer can be called what it is.
#pragma once

#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

/// Keeps an allocation's place and size; the oldest of 256 is forgotten.
void remember_freed(const Allocation& allocation, Call freed);
/// What was freed at `p`, last first; null where nothing is known.
const Allocation* find_freed(const void* p);

}  // namespace lockstep::sim
