/// @file
/// @brief Sums over a warp by shuffles, and over a block with one barrier. Lesson 03 builds them step by step.
#pragma once

#include "lockstep/cuda.hpp"

namespace lockstep {

/// The sum over the warp, in lane 0. All 32 lanes must call it.
template <class T>
__device__ T warp_sum(T x) {
  for (unsigned offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffff, x, offset);
  return x;
}

/// The sum over the warp, in every lane, with the same bits. All 32 lanes must call it.
template <class T>
__device__ T warp_all_sum(T x) {
  for (unsigned distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(0xffffffff, x, distance);
  return x;
}

/// A number for each warp of a block: the shared memory that a sum over the block takes. Each sum in a kernel needs its own, because some
/// warps may still read the numbers of one sum when others write those of the next; a barrier in between makes the memory free again.
template <class T>
struct WarpSums {
  T of[32];
};

/// The sum over the block, in thread 0. For one-dimensional blocks of whole warps, all of whose threads must call it.
/// @param sums  in shared memory, for this sum alone
template <class T>
__device__ T block_sum(T x, WarpSums<T>& sums) {
  x = warp_sum(x);
  if (lane() == 0) sums.of[warp()] = x;
  __syncthreads();  // all warps' sums must be there before the first warp reads them
  if (warp() != 0) return 0;
  return warp_sum(lane() < blockDim.x / 32 ? sums.of[lane()] : T{0});
}

/// The same with its own shared memory. It may be called repeatedly, at the cost of a second barrier.
template <class T>
__device__ T block_sum(T x) {
  __shared__ WarpSums<T> sums;
  __syncthreads();  // the first warp must have read the sums of the call before
  return block_sum(x, sums);
}

/// The sum over the block, in every thread, with the same bits: each warp adds the warps' sums by itself. For the blocks of block_sum().
/// @param sums  in shared memory, for this sum alone
template <class T>
__device__ T block_all_sum(T x, WarpSums<T>& sums) {
  x = warp_all_sum(x);
  if (lane() == 0) sums.of[warp()] = x;
  __syncthreads();  // all warps' sums must be there before every warp reads them
  return warp_all_sum(lane() < blockDim.x / 32 ? sums.of[lane()] : T{0});
}

}  // namespace lockstep
