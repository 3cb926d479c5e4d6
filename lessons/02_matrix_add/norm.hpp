/// @file
/// @brief How the squares become one number where versions share it: lesson 01's tree in a block,
/// and the kernel that ends v1 to v8.
#pragma once

#include <cstdint>

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"

/// The sum over the block, in its first thread. For blocks of any shape, all of whose threads must
/// call it.
inline __device__ float tree_sum(float x) {
  __shared__ float sums[1024];
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  sums[thread] = x;
  // `left` sums are left. Of an odd number, the one in the middle waits for the next step.
  for (unsigned left = blockDim.x * blockDim.y; left > 1; left = (left + 1) / 2) {
    __syncthreads();  // the upper half's sums must be there before the lower half reads them
    if (thread < left / 2) sums[thread] += sums[thread + (left + 1) / 2];
  }
  return thread == 0 ? sums[0] : 0;  // thread 0 itself wrote it last: no barrier
}

constexpr unsigned kAddingThreads = 1024;  ///< of the one block that runs add_partials

/// Adds `count` partial sums.
static __global__ void add_partials(const float* partial, std::int64_t count, float* norm) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float share = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) share += partial[i];
  const float total = lockstep::block_sum(share, warp_sums);
  if (threadIdx.x == 0) *norm = total;
}
