/// @file
/// @brief What each version begins with: L takes the lower triangle of A and zeros beside it, so that the work is done in place.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

constexpr unsigned kCopyRows = 8;  ///< of a block, each by a warp

/// L = the lower triangle of A, zero right of the diagonal, up to the pitch; info = 0. A lane moves 16 bytes at a time.
static __global__ void copy_rows(const Cholesky::Device p) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kCopyRows + threadIdx.y;
  if (i == 0 && threadIdx.x == 0) *p.info = 0;
  if (i >= p.n) return;  // the last block may have more warps than there are rows left
  for (std::int64_t j = 4 * threadIdx.x; j < p.pitch; j += 4 * 32) {
    float4 quad{0, 0, 0, 0};
    if (j <= i) quad = lockstep::load_quad(p.a + i * p.pitch + j);
    if (j + 1 > i) quad.y = 0;  // a quad on the diagonal brings elements from right of it, which are not A's
    if (j + 2 > i) quad.z = 0;
    if (j + 3 > i) quad.w = 0;
    lockstep::store_quad(p.l + i * p.pitch + j, quad);
  }
}

/// Queues that. @throws UsageError where there are more rows than a grid has blocks for
inline void copy_lower(const Cholesky::Device& p, cudaStream_t stream) {
  copy_rows<<<lockstep::covering_blocks(p.n, kCopyRows), dim3(32, kCopyRows), 0, stream>>>(p);
  lockstep::check_launch();
}
