/// @file
/// @brief What a version's .cu file includes beside its problem: error checks, owners, launches, and where a thread is.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "lockstep/cuda_error.hpp"
#include "lockstep/device_buffer.hpp"
#include "lockstep/launch.hpp"

namespace lockstep {

/// How many groups of `size` cover `count` elements. Both positive.
template <class Integer>
constexpr Integer ceil_div(Integer count, Integer size) {
  return (count + size - 1) / size;
}

#ifdef __CUDACC__

/// This thread's index in a one-dimensional grid.
__device__ inline std::int64_t global_thread() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

/// The number of threads in a one-dimensional grid: the stride of a grid-stride loop.
__device__ inline std::int64_t grid_threads() { return std::int64_t{gridDim.x} * blockDim.x; }

/// This thread's lane in its warp, 0 to 31, in a one-dimensional block.
__device__ inline unsigned lane() { return threadIdx.x % 32; }

/// This thread's warp in its block, in a one-dimensional block.
__device__ inline unsigned warp() { return threadIdx.x / 32; }

#endif

}  // namespace lockstep
