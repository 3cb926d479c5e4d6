/// @file
/// @brief A row of A times a vector, by a warp: the loop of lesson 05's v7.
#pragma once

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"

constexpr int kLoads = 4;  ///< 16-byte loads of A that a lane has in flight

/// Σ row[j] p[j], in lane 0. Both begin at 16-byte boundaries; all lanes of the warp must come.
inline __device__ float row_sum(const float* row, const float* p, std::int64_t n) {
  const auto* row4 = reinterpret_cast<const float4*>(row);
  const auto* p4 = reinterpret_cast<const float4*>(p);
  const std::int64_t quads = n / 4;
  std::int64_t j = lockstep::lane();
  float sum = 0;
  for (; j + (kLoads - 1) * 32 < quads; j += kLoads * 32) {
    float4 elements[kLoads];
    for (int k = 0; k < kLoads; ++k) elements[k] = row4[j + k * 32];
    for (int k = 0; k < kLoads; ++k) sum += lockstep::dot4(elements[k], p4[j + k * 32]);
  }
  for (; j < quads; j += 32) sum += lockstep::dot4(row4[j], p4[j]);  // fewer than kLoads are left
  const std::int64_t tail = 4 * quads + lockstep::lane();
  if (tail < n) sum += row[tail] * p[tail];  // n % 4 elements, one each for the first lanes
  return lockstep::warp_sum(sum);
}
