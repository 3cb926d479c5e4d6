/// @file
/// @brief A sum that every thread gets.
#pragma once

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"

using lockstep::warp_all_sum;

/// The sum of `count` numbers in shared memory, in every thread. All lanes of a warp must call it.
inline __device__ float sum_of(const float* numbers, unsigned count) {
  float share = 0;
  for (unsigned i = lockstep::lane(); i < count; i += 32) share += numbers[i];
  return warp_all_sum(share);
}
