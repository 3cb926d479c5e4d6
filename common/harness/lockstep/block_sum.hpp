/// @file
/// @brief Sums over a warp by shuffles, and over a block with one barrier. Lesson 03 builds them step by step.
#pragma once

#include "lockstep/cuda.hpp"

namespace lockstep {

/// The sum over the warp, in lane 0. All 32 lanes must call it.
template <class Number>
__device__ Number warp_sum(Number value) {
  for (unsigned offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

/// The sum over the warp, in every lane, with the same bits. All 32 lanes must call it.
template <class Number>
__device__ Number warp_all_sum(Number value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffff, value, distance);
  return value;
}

/// A number for each warp of a block: the shared memory that a sum over the block takes. Each sum in a kernel needs its own, because some
/// warps may still read the numbers of one sum when others write those of the next; a barrier in between makes the memory free again.
template <class Number>
struct WarpSums {
  Number of[32];
};

/// The sum over the block, in thread 0. For one-dimensional blocks of whole warps, all of whose threads must call it.
/// @param sums  in shared memory, for this sum alone
template <class Number>
__device__ Number block_sum(Number value, WarpSums<Number>& sums) {
  value = warp_sum(value);
  if (lane() == 0) sums.of[warp()] = value;
  __syncthreads();  // all warps' sums must be there before the first warp reads them
  if (warp() != 0) return 0;
  return warp_sum(lane() < blockDim.x / 32 ? sums.of[lane()] : Number{0});
}

/// The same with its own shared memory. It may be called repeatedly, at the cost of a second barrier.
template <class Number>
__device__ Number block_sum(Number value) {
  __shared__ WarpSums<Number> sums;
  __syncthreads();  // the first warp must have read the sums of the call before
  return block_sum(value, sums);
}

/// The sum over the block, in every thread, with the same bits: each warp adds the warps' sums by itself. For the blocks of block_sum().
/// @param sums  in shared memory, for this sum alone
template <class Number>
__device__ Number block_all_sum(Number value, WarpSums<Number>& sums) {
  value = warp_all_sum(value);
  if (lane() == 0) sums.of[warp()] = value;
  __syncthreads();  // all warps' sums must be there before every warp reads them
  return warp_all_sum(lane() < blockDim.x / 32 ? sums.of[lane()] : Number{0});
}

}  // namespace lockstep
