/// @file
/// @brief The device's heap: memory that device code makes itself, by `malloc` and `new`. It outlives kernels, and the host cannot touch
/// it.
#pragma once

#include <cstddef>

#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

/// The blocks that device code has made and not freed, by their first byte.
const Allocations& heap_blocks();
/// The block that holds `p`, or null. It takes no lock that it has to wait for, since a fault may come at any time.
Allocation* find_heap_block(const void* p);

/// `cudaLimitMallocHeapSize`. @return false once a kernel has used the heap
bool set_heap_limit(std::size_t bytes);

/// Gives up all blocks: memory is being reset.
void forget_heap();

/// Which blocks there are, for a launch that runs again.
struct HeapState {
  Allocations blocks;
  std::byte* cursor = nullptr;
  std::size_t used = 0;
};
HeapState heap_state();
void set_heap_state(HeapState state);

}  // namespace lockstep::sim
