/// @file
/// @brief What a warp does with tensor cores in v8.
#pragma once

#include <mma.h>

#include "lockstep/cuda.hpp"
#include "parts.hpp"
#include "problem.hpp"
#include "quad.hpp"

namespace wmma = nvcuda::wmma;

constexpr unsigned kSide = 16;  ///< of all fragments

using Accumulator = wmma::fragment<wmma::accumulator, kSide, kSide, kSide, float>;

/// Three parts of a fragment of A, or of B turned, whose columns are rows then.
template <class Use, class Layout>
struct Parted {
  wmma::fragment<Use, kSide, kSide, kSide, Part, Layout> part[kParts];

  /// @param apart  from one part of an element to the next
  __device__ void load(const Part* from, unsigned pitch, unsigned apart) {
#pragma unroll
    for (unsigned i = 0; i < kParts; ++i) wmma::load_matrix_sync(part[i], from + i * apart, pitch);
  }
};
using FragmentOfA = Parted<wmma::matrix_a, wmma::row_major>;
using FragmentOfB = Parted<wmma::matrix_b, wmma::col_major>;

/// sums += a · b. The six largest of nine products, the small ones first, so that they are not lost in the large ones.
///
/// Tensor cores cut off where they add, always towards zero, and along k that would add up. So they begin at zero each time, and what they
/// give is added as floats, which round to nearest (Ootomo and Yokota, Int. J. High Perform. Comput. Appl. 36, 2022).
inline __device__ void add_product(Accumulator& sums, const FragmentOfA& a, const FragmentOfB& b) {
  Accumulator product;
  wmma::fill_fragment(product, 0.0F);
#pragma unroll
  for (unsigned order = kParts; order-- > 0;)
#pragma unroll
    for (unsigned i = 0; i <= order; ++i) wmma::mma_sync(product, a.part[i], b.part[order - i], product);
#pragma unroll
  for (unsigned i = 0; i < product.num_elements; ++i) sums.x[i] += product.x[i];
}

constexpr unsigned kPatchPitch = kSide + kQuad;

/// Stores a fragment, by way of shared memory: only there it is known which element is where.
inline __device__ void store(const Matrices<float>& p, std::int64_t row, std::int64_t column, const Accumulator& sums, float* patch) {
  wmma::store_matrix_sync(patch, sums, kPatchPitch, wmma::mem_row_major);
  __syncwarp();  // a lane reads what others have written
  const unsigned left = lockstep::lane() % 4 * kQuad;
#pragma unroll
  for (unsigned i = 0; i < kSide; i += 8) {
    const unsigned top = i + lockstep::lane() / 4;
    float quad[kQuad];
    load_quad(quad, patch + top * kPatchPitch + left);
    store_quad(p, row + top, column + left, quad);
  }
  __syncwarp();  // before the next fragment comes there
}
