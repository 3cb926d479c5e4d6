/// @file
/// @brief Factor a tile in shared memory and invert the factor on the way: 32 columns at a time, by warp shuffles.
///
/// A warp's lane holds a row of 32 columns. Whatever rows stand below a triangle L, the column operations that make L of A make
/// X L⁻ᵀ of those rows X. So the identity, put below, becomes L⁻ᵀ: the inverse needs no code of its own.
#pragma once

#include "lockstep/cuda.hpp"

constexpr unsigned kStrip = 32;  ///< columns that are factored at a time: a row of them in a lane's registers

/// A tile in shared memory. In rows of strip q, columns of strips 0 to q are L's; L⁻ᵀ's strips q, q + 1, ... lie one strip to the right of
/// their place. The last four columns are empty: so the lanes of a warp, one in each row, read quads without bank conflicts.
template <unsigned side>
struct DiagonalTile {
  static constexpr unsigned kStrips = side / kStrip, kPitch = side + kStrip + 4;
  float at[side][kPitch];
};

/// Reads, or writes, 32 elements of a row.
__device__ inline void load_strip(float (&x)[kStrip], const float* row) {
#pragma unroll
  for (unsigned k = 0; k < kStrip; k += 4) {
    const float4 quad = *reinterpret_cast<const float4*>(row + k);
    x[k] = quad.x, x[k + 1] = quad.y, x[k + 2] = quad.z, x[k + 3] = quad.w;
  }
}
__device__ inline void store_strip(float* row, const float (&x)[kStrip]) {
#pragma unroll
  for (unsigned k = 0; k < kStrip; k += 4) *reinterpret_cast<float4*>(row + k) = make_float4(x[k], x[k + 1], x[k + 2], x[k + 3]);
}

/// Makes L of the 32 rows in `d`, one a lane, and X L⁻ᵀ of those in `x`. @return the first column without a positive pivot, or 32
__device__ inline unsigned factor_strip(float (&d)[kStrip], float (&x)[kStrip], float diagonal) {
  unsigned failed = kStrip;
#pragma unroll
  for (unsigned j = 0; j < kStrip; ++j) {
    const float pivot = __shfl_sync(0xffffffff, diagonal, j);
    if (!(pivot > 0) && failed == kStrip) failed = j;  // so written, it catches NaN too
    const float scale = rsqrtf(pivot);
    d[j] *= scale, x[j] *= scale;
    diagonal -= d[j] * d[j];  // each lane keeps its own diagonal element: the next pivot need not wait for the shuffles below
#pragma unroll
    for (unsigned k = j + 1; k < kStrip; ++k) {
      const float l = __shfl_sync(0xffffffff, d[j], k);
      d[k] -= d[j] * l, x[k] -= x[j] * l;
    }
  }
  return failed;
}

/// Subtracts from 16 columns of strip c of this lane's row, in strip q, the product of the row's strip b with L's rows of those columns.
template <unsigned side>
__device__ void update_strip(DiagonalTile<side>& tile, unsigned b, unsigned c, unsigned q, unsigned half) {
  float* const row = tile.at[q * kStrip + lockstep::lane()] + (q > b ? 0 : kStrip);
  float x[kStrip];
  load_strip(x, row + b * kStrip);
  float* const to = row + c * kStrip + 16 * half;
#pragma unroll 1
  for (unsigned i = 0; i < 16; i += 4) {
    const float4 before = *reinterpret_cast<const float4*>(to + i);
    float sums[] = {before.x, before.y, before.z, before.w};
#pragma unroll
    for (unsigned e = 0; e < 4; ++e) {
      const float* const l = tile.at[c * kStrip + 16 * half + i + e] + b * kStrip;  // the same for all lanes: a broadcast
#pragma unroll
      for (unsigned k = 0; k < kStrip; k += 4) {
        const float4 quad = *reinterpret_cast<const float4*>(l + k);
        sums[e] -= x[k] * quad.x + x[k + 1] * quad.y + x[k + 2] * quad.z + x[k + 3] * quad.w;
      }
    }
    *reinterpret_cast<float4*>(to + i) = make_float4(sums[0], sums[1], sums[2], sums[3]);
  }
}

/// Factors and inverts. All threads of the block must call it, after a barrier. L⁻ᵀ's strips right of its diagonal must be zero.
/// @return in all threads, the first column without a positive pivot, or `side`
template <unsigned side>
__device__ __noinline__ unsigned factor(DiagonalTile<side>& tile) {
  constexpr unsigned kStrips = DiagonalTile<side>::kStrips;
  __shared__ unsigned failed;
  const unsigned warp = lockstep::warp(), lane = lockstep::lane(), warps = blockDim.x / 32;
  if (threadIdx.x == 0) failed = side;
  for (unsigned b = 0; b < kStrips; ++b) {
    float d[kStrip], x[kStrip], diagonal = 0;
    float* const own = tile.at[b * kStrip + lane] + b * kStrip;
    float* const row = tile.at[warp % kStrips * kStrip + lane] + (warp > b ? b : b + 1) * kStrip;
    if (warp < kStrips) {
      load_strip(d, own);
      diagonal = own[lane];
      if (warp == b) {
#pragma unroll
        for (unsigned k = 0; k < kStrip; ++k) x[k] = k == lane ? 1.0F : 0.0F;
      } else {
        load_strip(x, row);
      }
    }
    __syncthreads();  // all warps have read the rows that one of them is to overwrite
    if (warp < kStrips) {
      const unsigned column = factor_strip(d, x, diagonal);
      store_strip(row, x);
      if (warp == b) {
        store_strip(own, d);
        if (lane == 0 && failed == side && column < kStrip) failed = b * kStrip + column;
      }
    }
    __syncthreads();  // the strip is finished in all rows
    for (unsigned unit = warp; unit < 2 * kStrips * (kStrips - 1 - b); unit += warps) {
      const unsigned c = b + 1 + unit / 2 / kStrips, q = unit / 2 % kStrips;
      if (q <= b || q >= c) update_strip(tile, b, c, q, unit % 2);  // L's rows above strip c have no column there
    }
    __syncthreads();  // the next strip reads what was updated
  }
  return failed;
}
