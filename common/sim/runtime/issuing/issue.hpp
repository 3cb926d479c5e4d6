/// @file
/// @brief How work gets into a stream.
#pragma once

#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

/// Gives the stream one more operation: to the queue, or to the graph that is being captured.
/// cudaErrorInvalidResourceHandle: no such stream. Otherwise an error of the capture.
cudaError_t issue(cudaStream_t handle, Operation operation);

}  // namespace lockstep::sim
