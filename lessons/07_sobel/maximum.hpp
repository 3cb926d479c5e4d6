/// @file
/// @brief How the magnitudes of a block become one: lesson 03's tree and its shuffles, with a maximum instead of a sum.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"

/// The maximum over the warp, in lane 0. All 32 lanes must call it.
inline __device__ std::uint32_t warp_maximum(std::uint32_t x) {
  for (unsigned offset = 16; offset > 0; offset /= 2) x = max(x, __shfl_down_sync(0xffffffff, x, offset));
  return x;
}

/// The maximum over the block, in its first thread. For blocks of whole warps, all of whose threads must call it.
inline __device__ std::uint32_t block_maximum(std::uint32_t x) {
  __shared__ std::uint32_t maxima[32];
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  x = warp_maximum(x);
  if (thread % 32 == 0) maxima[thread / 32] = x;
  __syncthreads();  // all warps' maxima must be there before the first warp reads them
  if (thread >= 32) return 0;
  return warp_maximum(thread < blockDim.x * blockDim.y / 32 ? maxima[thread] : 0);  // no magnitude is below 0
}

/// The same by a tree. For blocks of any shape, all of whose threads must call it.
inline __device__ std::uint32_t tree_maximum(std::uint32_t x) {
  __shared__ std::uint32_t maxima[1024];
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  maxima[thread] = x;
  // `left` maxima are left. Of an odd number, the one in the middle waits for the next step.
  for (unsigned left = blockDim.x * blockDim.y; left > 1; left = (left + 1) / 2) {
    __syncthreads();  // the upper half's maxima must be there before the lower half reads them
    if (thread < left / 2) maxima[thread] = max(maxima[thread], maxima[thread + (left + 1) / 2]);
  }
  return thread == 0 ? maxima[0] : 0;  // thread 0 itself wrote it last: no barrier
}
