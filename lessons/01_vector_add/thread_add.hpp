/// @file
/// @brief What one thread does in v4, v5 and v6: its share of c, and the sum of that share.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"

constexpr int kLoads = 4;  ///< 16-byte loads of each vector that a thread has in flight

inline __device__ float4 add4(float4 x, float4 y) { return make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w); }
inline __device__ float sum4(float4 x) { return (x.x + x.y) + (x.z + x.w); }

/// Writes this thread's share of c = a + b, and returns the share's sum. All three are aligned to 16 bytes and do not overlap.
inline __device__ float thread_add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, std::int64_t n) {
  const auto* a4 = reinterpret_cast<const float4*>(a);
  const auto* b4 = reinterpret_cast<const float4*>(b);
  auto* c4 = reinterpret_cast<float4*>(c);
  const std::int64_t quads = n / 4, stride = lockstep::grid_threads();
  std::int64_t i = lockstep::global_thread();
  float sum = 0;
  for (; i + (kLoads - 1) * stride < quads; i += kLoads * stride) {
    float4 x[kLoads], y[kLoads];
    for (int k = 0; k < kLoads; ++k) x[k] = a4[i + k * stride], y[k] = b4[i + k * stride];  // all are asked for
    for (int k = 0; k < kLoads; ++k) {                                                      // before the first is used
      const float4 z = add4(x[k], y[k]);
      c4[i + k * stride] = z;
      sum += sum4(z);
    }
  }
  for (; i < quads; i += stride) {  // fewer than kLoads are left
    const float4 z = add4(a4[i], b4[i]);
    c4[i] = z;
    sum += sum4(z);
  }
  const std::int64_t tail = 4 * quads + lockstep::global_thread();  // n % 4 elements, one each for the first threads
  if (tail >= n) return sum;
  const float z = a[tail] + b[tail];
  c[tail] = z;
  return sum + z;
}
