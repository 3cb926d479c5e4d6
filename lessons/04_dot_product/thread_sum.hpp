/// @file
/// @brief What a thread of v7 and later versions adds, as v6 wrote it.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"

constexpr int kLoads = 4;  ///< 16-byte loads of each vector that a thread has in flight

/// This thread's share of Σ aᵢbᵢ.
inline __device__ float thread_sum(const float* a, const float* b, std::int64_t n) {
  const auto* a4 = reinterpret_cast<const float4*>(a);
  const auto* b4 = reinterpret_cast<const float4*>(b);
  const std::int64_t quads = n / 4, stride = lockstep::grid_threads();
  std::int64_t i = lockstep::global_thread();
  float sum = 0;
  for (; i + (kLoads - 1) * stride < quads; i += kLoads * stride) {
    float4 x[kLoads], y[kLoads];
    for (int k = 0; k < kLoads; ++k) x[k] = a4[i + k * stride], y[k] = b4[i + k * stride];
    for (int k = 0; k < kLoads; ++k) sum += lockstep::dot4(x[k], y[k]);
  }
  // Fewer than kLoads are left.
  for (; i < quads; i += stride) sum += lockstep::dot4(a4[i], b4[i]);
  const std::int64_t tail = 4 * quads + lockstep::global_thread();
  return tail < n ? sum + a[tail] * b[tail] : sum;
}
