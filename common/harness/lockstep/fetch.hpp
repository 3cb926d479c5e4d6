/// @file
/// @brief How a host loop learns what the device has found.
#pragma once

#include <cuda_runtime.h>

#include "lockstep/cuda_error.hpp"

namespace lockstep {

/// A number of the device's, when all that the stream has is done: waits for it. @throws CudaError also for an error of that work
template <class Number>
Number fetch(const Number* number, cudaStream_t stream) {
  Number value{};
  check(cudaMemcpyAsync(&value, number, sizeof value, cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  return value;
}

}  // namespace lockstep
