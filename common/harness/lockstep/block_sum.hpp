/// @file
/// @brief The sum over a warp by shuffles, and over a block with one barrier. Lesson 03 builds it step by step.
#pragma once

#include "lockstep/cuda.hpp"

namespace lockstep {

/// The sum over the warp, in lane 0. All 32 lanes must call it.
template <class T>
__device__ T warp_sum(T x) {
  for (unsigned offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffff, x, offset);
  return x;
}

/// The sum over the block, in thread 0. For one-dimensional blocks of whole warps, all of whose threads must call it.
/// A second call needs a barrier before it: the first warp may still read the shared memory that the others write again.
template <class T>
__device__ T block_sum(T x) {
  __shared__ T sums[32];
  x = warp_sum(x);
  if (lane() == 0) sums[warp()] = x;
  __syncthreads();  // all warps' sums must be there before the first warp reads them
  if (warp() != 0) return 0;
  return warp_sum(lane() < blockDim.x / 32 ? sums[lane()] : T{0});
}

}  // namespace lockstep
