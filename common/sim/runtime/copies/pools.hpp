/// @file
/// @brief Memory pools: how much of each is in use.
#pragma once

#include "driver_types.h"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

/// What an allocation node does; gives `params->dptr`. And a free node: cudaErrorInvalidValue where `pointer` is not of such a node, or is
/// freed in the graph already.
cudaError_t prepare_allocation(cudaMemAllocNodeParams* params, Call call, Operation* operation);
cudaError_t prepare_free(void* pointer, Call call, Operation* operation);

/// Takes an allocation that is about to be freed off its pool's account, if it has one.
void release_from_pool(const Allocation& allocation);
void forget_all_pools();

}  // namespace lockstep::sim
