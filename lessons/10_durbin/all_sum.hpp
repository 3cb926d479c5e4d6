/// @file
/// @brief A sum that every thread gets.
#pragma once

#include "lockstep/cuda.hpp"

/// The sum over the warp, in every lane, with the same bits. All 32 lanes must call it.
inline __device__ float warp_all_sum(float x) {
  for (unsigned distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(0xffffffff, x, distance);
  return x;
}

/// The sum of `count` numbers in shared memory, in every thread. All lanes of a warp must call it.
inline __device__ float sum_of(const float* numbers, unsigned count) {
  float share = 0;
  for (unsigned i = lockstep::lane(); i < count; i += 32) share += numbers[i];
  return warp_all_sum(share);
}
