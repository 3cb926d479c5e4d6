/// @file
/// @brief The kernel that ends v1 to v6: it compares what the blocks left.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "maximum.hpp"

constexpr unsigned kComparingThreads = 1024;  ///< of maximum_of's only block

/// The greatest of `count` blocks' maxima.
static __global__ void maximum_of(const std::uint32_t* partial, std::int64_t count, std::uint32_t* maximum) {
  std::uint32_t share = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) share = max(share, partial[i]);
  const std::uint32_t greatest = block_maximum(share);
  if (threadIdx.x == 0) *maximum = greatest;
}
