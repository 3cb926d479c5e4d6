/// @file
/// @brief Factor a tile in shared memory and invert the factor on the way: 16 columns at a time, by warp shuffles.
///
/// Whatever rows X stand below a triangle, the operations on columns that make L of the triangle make X L⁻ᵀ of those rows. So the
/// identity, put below, becomes L⁻ᵀ: the inverse needs no code of its own.
#pragma once

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"

constexpr unsigned kStrip = 16;  ///< columns that are factored at a time; rows of half a warp

/// A tile in shared memory. In rows of strip q, columns of strips 0 to q are L's; L⁻ᵀ's strips q, q + 1, ... lie one strip to the right of
/// their place. The last four columns are empty: so the lanes of a warp, one in each row, read quads without bank conflicts.
template <unsigned side>
struct DiagonalTile {
  static constexpr unsigned kStrips = side / kStrip, kPitch = side + kStrip + 4;
  float at[side][kPitch];
};

/// Reads, or writes, a strip's part of a row.
__device__ inline void load_strip(float (&x)[kStrip], const float* row) {
#pragma unroll
  for (unsigned k = 0; k < kStrip; k += 4) lockstep::load_quad(&x[k], row + k);
}
__device__ inline void store_strip(float* row, const float (&x)[kStrip]) {
#pragma unroll
  for (unsigned k = 0; k < kStrip; k += 4) lockstep::store_quad(row + k, {x[k], x[k + 1], x[k + 2], x[k + 3]});
}

/// Factors a triangle. Lanes 0 to 15 hold a row of it each, in `x`, and again the row's element on the diagonal; lanes 16 to 31 any other
/// rows, which become X L⁻ᵀ. @return the first column without a positive pivot, or 16
__device__ inline unsigned factor_strip(float (&x)[kStrip], float diagonal) {
  constexpr unsigned kAll = 0xffffffff;
  unsigned failed = kStrip;
  float pivot = __shfl_sync(kAll, diagonal, 0);
#pragma unroll
  for (unsigned j = 0; j < kStrip; ++j) {
    if (!(pivot > 0) && failed == kStrip) failed = j;  // so written, it catches NaN too
    const float scale = rsqrtf(pivot);
    // The next pivot is what all wait for. Each lane computes it from what it can know before the scale is known.
    const float below = __shfl_sync(kAll, x[j], j + 1) * scale;
    pivot = __shfl_sync(kAll, diagonal, j + 1) - below * below;
    x[j] *= scale;
    diagonal -= x[j] * x[j];
#pragma unroll
    for (unsigned k = j + 1; k < kStrip; ++k) x[k] -= x[j] * __shfl_sync(kAll, x[j], k);
  }
  return failed;
}

/// Subtracts from eight columns, from `first` on, of the rows of strip q the product of their strip b with L's rows of those columns. Half
/// a warp takes four columns, and the other half the next four: L's rows are then read from other banks.
template <unsigned side>
__device__ void update_columns(DiagonalTile<side>& tile, unsigned b, unsigned first, unsigned q) {
  const unsigned lane = lockstep::lane(), column = first + lane / kStrip * 4;
  float* const row = tile.at[q * kStrip + lane % kStrip] + (q > b ? 0 : kStrip);
  float x[kStrip];
  load_strip(x, row + b * kStrip);
  const float4 before = lockstep::load_quad(row + column);
  float sums[] = {before.x, before.y, before.z, before.w};
#pragma unroll
  for (unsigned e = 0; e < 4; ++e) {
    float l[kStrip];
    load_strip(l, tile.at[column + e] + b * kStrip);  // the same for half a warp: a broadcast
#pragma unroll
    for (unsigned k = 0; k < kStrip; ++k) sums[e] -= x[k] * l[k];
  }
  lockstep::store_quad(row + column, {sums[0], sums[1], sums[2], sums[3]});
}

/// Factors and inverts. All threads of the block must call it, after a barrier. L⁻ᵀ's strips right of its diagonal must be zero.
/// @return in the first warp, the first column without a positive pivot, or `side`
template <unsigned side>
__device__ unsigned factor(DiagonalTile<side>& tile) {
  constexpr unsigned kStrips = DiagonalTile<side>::kStrips;
  const unsigned warp = lockstep::warp(), i = lockstep::lane() % kStrip, warps = blockDim.x / 32;
  const bool of_triangle = lockstep::lane() < kStrip;
  unsigned failed = side;
#pragma unroll 1
  for (unsigned b = 0; b < kStrips; ++b) {
    // A warp factors strip b's triangle once for each strip of rows that it has, of L (below the triangle) or of L⁻ᵀ (above it).
    float* const triangle = tile.at[b * kStrip + i] + b * kStrip;
    float x[kStrip];
#pragma unroll 1
    for (unsigned q = warp; q < kStrips; q += warps) {
      float* const row = of_triangle ? triangle : tile.at[q * kStrip + i] + (q > b ? b : b + 1) * kStrip;
      if (q == b && !of_triangle) {
#pragma unroll
        for (unsigned k = 0; k < kStrip; ++k) x[k] = k == i ? 1.0F : 0.0F;
      } else {
        load_strip(x, row);
      }
      const unsigned column = factor_strip(x, triangle[i]);
      if (!of_triangle) store_strip(row, x);
      if (column < kStrip) failed = min(failed, b * kStrip + column);
    }
    __syncthreads();  // the strip is finished in all rows, and all warps have read the triangle

    if (warp == 0 && of_triangle) store_strip(triangle, x);  // not read before the last barrier
#pragma unroll 1
    for (unsigned unit = warp; unit < 2 * kStrips * (kStrips - 1 - b); unit += warps) {
      const unsigned c = b + 1 + unit / 2 / kStrips, q = unit / 2 % kStrips;
      if (q <= b || q >= c) update_columns(tile, b, c * kStrip + unit % 2 * 8, q);  // L's rows above strip c have no column there
    }
    __syncthreads();  // the next strip reads what was updated
  }
  return failed;
}
