/// @file
/// @brief Dynamic parallelism: grids that kernels launch. They are kept while the parent runs, and run when it has ended, before
/// anything else: a parent is complete only when its children are.
#pragma once

#include <cstddef>

#include "sim/engine/running/grid.hpp"

namespace lockstep::sim {

/// How many launches of a block may wait: cudaLimitDevRuntimePendingLaunchCount.
inline constexpr std::size_t kUsualPendingLaunches = 2048;
extern std::size_t pending_launches_at_most;

/// Is it one into which kernels may launch? The streams that the host made are not.
bool is_stream_of_kernels(cudaStream_t handle);

/// The running thread launches a grid into a stream of its block, or into cudaStreamFireAndForget or cudaStreamTailLaunch.
/// cudaErrorInvalidResourceHandle: it has no such stream. cudaErrorLaunchMaxDepthExceeded, cudaErrorLaunchPendingCountExceeded: as named.
cudaError_t add_child(cudaStream_t stream, GridRequest grid, const void* pc);

/// Ends the launch where an argument is a pointer to what only the parent can see: its thread's local, or its block's shared memory.
void refuse_parents_memory(const void* argument, const char* child, const void* pc);

/// Runs a grid and all that comes of it: children in the order in which their block launched them, block by block, each with its own
/// children; then what was launched for the end (cudaStreamTailLaunch), one after the other.
cudaError_t run_family(const GridRequest& grid);

}  // namespace lockstep::sim
