/// @file
/// @brief Sends an operation to the queue, or into the graph that its stream is captured for.
#include "sim/runtime/issuing/issue.hpp"

#include <utility>

#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

cudaError_t issue(cudaStream_t handle, Operation operation) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->capture) return capture(*stream, std::move(operation));
  if (stream == &legacy_stream())
    if (const cudaError_t error = check_legacy_call()) return error;
  operation.stream = stream->id;
  operation.after = predecessors(*stream);
  stream->last = queue().push(std::move(operation));
  return cudaSuccess;
}

}  // namespace lockstep::sim
