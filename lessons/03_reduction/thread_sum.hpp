/// @file
/// @brief What a thread adds in v8 and v9, before anything leaves its registers.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"

constexpr int kLoads = 2;  ///< 16-byte loads that a thread has in flight: more, with fewer threads, are no faster

/// This thread's share of Σ xᵢ. `x` is aligned for 16-byte loads.
inline __device__ float thread_sum(const float* __restrict__ x, std::int64_t n) {
  const auto* x4 = reinterpret_cast<const float4*>(x);
  const std::int64_t quads = n / 4, tile = std::int64_t{kLoads} * blockDim.x;  // a tile: what a block reads in one round
  float sum = 0;
  for (std::int64_t first = blockIdx.x * tile; first < quads; first += gridDim.x * tile) {
    const std::int64_t i = first + threadIdx.x;
    float4 loaded[kLoads];
    // The last tile is a ragged one. A test for each load, not one for all: the loads that there are still go out together.
    for (int k = 0; k < kLoads; ++k) loaded[k] = i + k * blockDim.x < quads ? x4[i + k * blockDim.x] : float4{0, 0, 0, 0};
    for (const float4 v : loaded) sum += (v.x + v.y) + (v.z + v.w);
  }
  const std::int64_t tail = 4 * quads + lockstep::global_thread();
  return tail < n ? sum + x[tail] : sum;  // n % 4 elements, one each for the first threads
}
