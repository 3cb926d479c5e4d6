/// @file
/// @brief What one thread does in v4, v5 and v6: its share of c, and the sum of that share; and how many blocks that takes.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

constexpr int kLoads = 2;  ///< 16-byte loads of each vector that a thread has in flight

/// Blocks of `block` threads with `kLoads` times 16 bytes of each vector for each thread.
inline unsigned blocks_for(std::int64_t n, unsigned block) {
  return lockstep::enough_blocks(n / (4 * kLoads), block, static_cast<unsigned>(lockstep::kMostBlocksX));
}

/// Writes four elements of c, and returns their sum.
inline __device__ float add4(float4 x, float4 y, float4* c) {
  const float4 z = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  *c = z;
  return (z.x + z.y) + (z.z + z.w);
}

/// Writes this thread's share of c = a + b, and returns the share's sum. All three are aligned to 16 bytes and do not overlap.
inline __device__ float thread_add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, std::int64_t n) {
  const auto* a4 = reinterpret_cast<const float4*>(a);
  const auto* b4 = reinterpret_cast<const float4*>(b);
  auto* c4 = reinterpret_cast<float4*>(c);
  const std::int64_t quads = n / 4, tile = std::int64_t{kLoads} * blockDim.x;  // a tile: what a block adds in one round
  float sum = 0;
  for (std::int64_t first = blockIdx.x * tile; first < quads; first += gridDim.x * tile) {
    std::int64_t i = first + threadIdx.x;
    if (first + tile <= quads) {
      float4 x[kLoads], y[kLoads];  // all are asked for before the first is used
      for (int k = 0; k < kLoads; ++k) x[k] = a4[i + k * blockDim.x], y[k] = b4[i + k * blockDim.x];
      for (int k = 0; k < kLoads; ++k) sum += add4(x[k], y[k], c4 + i + k * blockDim.x);
    } else {
      for (; i < quads; i += blockDim.x) sum += add4(a4[i], b4[i], c4 + i);  // the last tile is not full
    }
  }
  const std::int64_t tail = 4 * quads + lockstep::global_thread();  // n % 4 elements, one each for the first threads
  if (tail >= n) return sum;
  const float z = a[tail] + b[tail];
  c[tail] = z;
  return sum + z;
}
