/// @file
/// @brief What a warp does with tensor cores in v8: it splits numbers of A and B, and multiplies the parts.
#pragma once

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/mma.hpp"
#include "problem.hpp"
#include "store_quad.hpp"

constexpr unsigned kSteps = 8;              ///< of k in one instruction, which multiplies 16 × 8 numbers of A by 8 × 8 of B
constexpr unsigned kDown = 4, kAcross = 4;  ///< instructions beside each other in a warp's tile of C
constexpr unsigned kWarpRows = 16 * kDown, kWarpColumns = 8 * kAcross;

using Products = float[kDown][kAcross][4];  ///< what a lane holds of a warp's tile

/// Splits each float into two of 11 bits, as tensor cores take them.
///
/// `big` is x to the nearest number of 11 bits: half of the last of these is added, then the other 13 are cut off. `small` is what is
/// left: at most 2⁻¹¹ |x|, of 12 bits, the last of which the cores cut off. So a product x y loses at most 2⁻²³ |x y| for each
/// of the two; and small · small, which we leave out, is at most 2⁻²² |x y|. (An infinity leaves ∞ − ∞, which is NaN. So does what
/// is rounded to infinity, from 2¹²⁸ − 2¹¹⁶ on.)
template <unsigned kCount>
__device__ void split(const float (&x)[kCount], float (&big)[kCount], float (&small)[kCount]) {
#pragma unroll
  for (unsigned i = 0; i < kCount; ++i) {
    big[i] = __uint_as_float((__float_as_uint(x[i]) + 0x1000U) & 0xffffe000U);
    small[i] = x[i] - big[i];
  }
}

/// What a lane holds of a warp's rows of A and columns of B, for kSteps of k.
///
/// The order in which an instruction takes its steps and columns is free, as long as A, B and C agree. To let a lane read neighbours, its
/// steps t and t + 4 are those numbered 2t and 2t + 1, and its column g of instruction j is 4g + j.
struct Numbers {
  float a[kDown][4], b[kAcross][2];

  /// Where a lane's first numbers lie, in a warp's tile of A or B with rows `pitch` apart.
  static __device__ unsigned place_in_a(unsigned pitch) { return lockstep::lane() / 4 * pitch + lockstep::lane() % 4 * 2; }
  static __device__ unsigned place_in_b(unsigned pitch) { return lockstep::lane() % 4 * 2 * pitch + lockstep::lane() / 4 * kQuad; }

  /// @param from_a, from_b  the lane's first numbers
  __device__ Numbers(const float* from_a, unsigned pitch_a, const float* from_b, unsigned pitch_b) {
#pragma unroll
    for (unsigned i = 0; i < 2 * kDown; ++i) {
      const float2 pair = *reinterpret_cast<const float2*>(from_a + 8 * i * pitch_a);
      a[i / 2][i % 2] = pair.x, a[i / 2][2 + i % 2] = pair.y;
    }
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
      float quad[kQuad];
      lockstep::load_quad(quad, from_b + i * pitch_b);
#pragma unroll
      for (unsigned j = 0; j < kAcross; ++j) b[j][i] = quad[j];
    }
  }
};

/// sums += a · b: three products for one, the small ones first, so that they are not lost in the large ones. Each waits for the sum
/// of the previous one, so products for the same sum do not follow each other.
inline __device__ void add_product(Products& sums, const Numbers& numbers) {
  float big_b[kAcross][2], small_b[kAcross][2];
#pragma unroll
  for (unsigned j = 0; j < kAcross; ++j) split(numbers.b[j], big_b[j], small_b[j]);
#pragma unroll
  for (unsigned i = 0; i < kDown; ++i) {
    float big_a[4], small_a[4];
    split(numbers.a[i], big_a, small_a);
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) lockstep::mma_16x8x8(sums[i][j], small_a, big_b[j], sums[i][j]);
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) lockstep::mma_16x8x8(sums[i][j], big_a, small_b[j], sums[i][j]);
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) lockstep::mma_16x8x8(sums[i][j], big_a, big_b[j], sums[i][j]);
  }
}

/// sums += chain, as floats, which round to nearest.
///
/// Tensor cores cut off where they add, always towards zero. Along all of k that would add up: at k = 8192 to 56 · 2⁻²⁴ Σ|ab| on an H100,
/// where cuBLAS's float sums err by 3. So their sums are kept short (Ootomo and Yokota, Int. J. High Perform. Comput. Appl. 36, 2022).
inline __device__ void add_chain(Products& sums, const Products& chain) {
#pragma unroll
  for (unsigned i = 0; i < kDown; ++i)
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j)
#pragma unroll
      for (unsigned e = 0; e < 4; ++e) sums[i][j][e] += chain[i][j][e];
}

/// Stores a warp's tile, whose first element is (row, column) of C. By the order of columns above, what a lane holds of a row are eight
/// neighbours.
inline __device__ void store(const Matrices<float>& p, std::int64_t row, std::int64_t column, const Products& sums) {
  static_assert(kAcross == kQuad);
  const unsigned g = lockstep::lane() / 4, t = lockstep::lane() % 4;
#pragma unroll
  for (unsigned i = 0; i < kDown; ++i)
#pragma unroll
    for (unsigned e = 0; e < 4; ++e) {
      float quad[kQuad];
#pragma unroll
      for (unsigned j = 0; j < kAcross; ++j) quad[j] = sums[i][j][e];
      store_quad(p, row + 16 * i + e / 2 * 8 + g, column + (2 * t + e % 2) * kQuad, quad);
    }
}
