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

/// Two neighbouring elements of a fragment of A or B, as a lane holds them.
struct alignas(4) Pair {
  Part x[2];
};
constexpr unsigned kPairs = 4;  ///< of a lane

/// Three parts of a fragment of A, or of B turned, whose columns are rows then.
///
/// load_matrix_sync would load one, too. But it takes any address, and so the compiler must use the slower loads that go to any kind of
/// memory. These go to shared memory; where a lane's elements lie in it is asked once of load_matrix_sync.
template <class Use, class Layout>
struct Parted {
  using Fragment = wmma::fragment<Use, kSide, kSide, kSide, Part, Layout>;
  Fragment part[kParts];

  /// Where this lane's pairs lie in a tile with rows `pitch` apart. All threads of the block must call it.
  /// @param shared  room for a fragment
  static __device__ void ask_places(unsigned (&places)[kPairs], Part* shared, unsigned pitch) {
    for (unsigned i = threadIdx.x; i < kSide * kSide; i += blockDim.x) shared[i] = __float2bfloat16_rn(static_cast<float>(i));
    __syncthreads();  // all numbers must be there
    Fragment numbers;
    wmma::load_matrix_sync(numbers, shared, kSide);
    __syncthreads();  // and stay until all have read them
#pragma unroll
    for (unsigned i = 0; i < kPairs; ++i) {
      const auto number = static_cast<unsigned>(__bfloat162float(numbers.x[2 * i]));
      places[i] = number / kSide * pitch + number % kSide;
    }
  }

  /// @param apart  from one part of an element to the next
  __device__ void load(const Part* from, const unsigned (&places)[kPairs], unsigned apart) {
#pragma unroll
    for (unsigned i = 0; i < kParts; ++i)
#pragma unroll
      for (unsigned j = 0; j < kPairs; ++j) {
        const Pair pair = *reinterpret_cast<const Pair*>(from + i * apart + places[j]);
        part[i].x[2 * j] = pair.x[0], part[i].x[2 * j + 1] = pair.x[1];
      }
  }
};
using FragmentOfA = Parted<wmma::matrix_a, wmma::row_major>;
using FragmentOfB = Parted<wmma::matrix_b, wmma::col_major>;

/// sums += a · b, without the three smallest of the nine products; the small ones first, so that they are not lost in the large ones.
inline __device__ void add_product(Accumulator& sums, const FragmentOfA& a, const FragmentOfB& b) {
#pragma unroll
  for (unsigned order = kParts; order-- > 0;)
#pragma unroll
    for (unsigned i = 0; i <= order; ++i) wmma::mma_sync(sums, a.part[i], b.part[order - i], sums);
}

/// sums += chain, as floats, which round to nearest; and the chain begins anew.
///
/// Tensor cores cut off where they add, always towards zero. Along all of k that would add up: at k = 8192 to 47 · 2⁻²⁴ Σ|ab| on an H100,
/// where cuBLAS's float sums err by 3. So their sums are kept short (Ootomo and Yokota, Int. J. High Perform. Comput. Appl. 36, 2022).
inline __device__ void add_and_clear(Accumulator& sums, Accumulator& chain) {
#pragma unroll
  for (unsigned i = 0; i < chain.num_elements; ++i) sums.x[i] += chain.x[i];
  wmma::fill_fragment(chain, 0.0F);
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
