/// @file
/// @brief A float as two TF32 numbers, for tensor cores.
#pragma once

#include <mma.h>

#include "lockstep/cuda.hpp"
#include "operands.hpp"

namespace wmma = nvcuda::wmma;

using FragmentOfA = wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::col_major>;
using FragmentOfB = wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using FragmentOfC = wmma::fragment<wmma::accumulator, 16, 16, 8, float>;

constexpr unsigned kSide = 16;  ///< of a fragment of C
constexpr unsigned kPatchPitch = kSide + kQuad;

/// x = big + small + rest, where TF32 has 11 bits of big and of small.
///
/// big is x rounded to 11 bits, so |x − big| ≤ 2⁻¹¹ |x|; that difference is a float without rounding. small is the difference rounded to 11
/// bits: |rest| ≤ 2⁻²² |x| / 2, or 2⁻²³ |x|. Of a product, (big + small)(big' + small'), small · small' is left out: at most 2⁻²² |x x'|.
/// So together, with both rests, the three products that remain err by 2⁻²¹ |x x'| = 8 u |x x'| at most, u = 2⁻²⁴; on average it is a tenth
/// of that, and of either sign.
template <class Fragment>
struct Split {
  Fragment big, small;

  /// All lanes of the warp must call it.
  __device__ void load(const float* from, unsigned pitch) {
    wmma::load_matrix_sync(big, from, pitch);
#pragma unroll
    for (unsigned i = 0; i < big.num_elements; ++i) {
      const float x = big.x[i];
      big.x[i] = wmma::__float_to_tf32(x);
      small.x[i] = wmma::__float_to_tf32(x - big.x[i]);
    }
  }
};

/// c = a · b, with the error of a float product, or a little more: the small products first, so that they are not lost in the large one.
inline __device__ void multiply_split(FragmentOfC& c, const Split<FragmentOfA>& a, const Split<FragmentOfB>& b) {
  wmma::fill_fragment(c, 0.0F);
  wmma::mma_sync(c, a.small, b.big, c);
  wmma::mma_sync(c, a.big, b.small, c);
  wmma::mma_sync(c, a.big, b.big, c);
}

/// Stores a fragment, by way of shared memory: only there it is known which element is where.
inline __device__ void store(const Operands& p, std::int64_t row, std::int64_t column, const FragmentOfC& sums, float* patch) {
  wmma::store_matrix_sync(patch, sums, kPatchPitch, wmma::mem_row_major);
  __syncwarp();  // a lane reads what others have written
  const unsigned left = lockstep::lane() % 4 * kQuad;
  for (unsigned top = lockstep::lane() / 4; top < kSide; top += 8)
    store_quad(p, row + top, column + left, patch + top * kPatchPitch + left);
  __syncwarp();  // before the next fragment comes there
}
