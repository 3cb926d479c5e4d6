/// @file
/// @brief What a warp does in v6 and v7: a strip of 512 columns and six rows, in registers alone.
#pragma once

#include <cstdint>

#include "columns.hpp"
#include "four_pixels.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "packed_row.hpp"
#include "problem.hpp"

constexpr int kStripRows = 6;
constexpr unsigned kStripBlock = 128;  ///< threads: four strips, one below the other
constexpr unsigned kStripBlocks = 5;   ///< of a multiprocessor, at least: then a thread has 96 registers, where it would like 118

/// A mask of those of two pixels, `place` and `place + 2`, that are among the first `count`.
inline __device__ unsigned halves(int count, int place) { return (count > place ? 0xffff : 0) | (count > place + 2 ? 0xffff0000 : 0); }

/// Four edges as a word.
/// @tparam kHalved  true where the scale is 1/2: then no pixel is multiplied (here and below)
template <bool kHalved>
__device__ unsigned word_of_edges(const PackedMagnitudes& m, int k, unsigned scale) {
  return kHalved ? edges_of(m, k) : scaled_edges_of(m, k, scale);
}

/// Writes the first `count` of sixteen edges, where a row ends. `most` grows, half by half, to
/// their greatest magnitudes with the scale of 1/2, and with kBias.
template <bool kHalved>
__device__ void store_end(std::uint8_t* to, int count, const PackedMagnitudes& m, unsigned scale,
                          unsigned& most) {
  for (int k = 0; k < kWords; ++k) {
    const int ours = count - 4 * k;
    store_word(to + 4 * k, word_of_edges<kHalved>(m, k, scale), ours);
    most = __vmaxu2(most, __vmaxu2(m.even[k] & halves(ours, 0), m.odd[k] & halves(ours, 1)));
  }
}

/// The same, wherever it is.
template <bool kFull, bool kHalved>
__device__ void store_edges(std::uint8_t* to, int count, const PackedMagnitudes& m, unsigned scale,
                            unsigned& most) {
  if constexpr (!kFull) {
    if (count < kSixteen) return store_end<kHalved>(to, count, m, scale, most);
  }
  const auto word = [&](int k) { return word_of_edges<kHalved>(m, k, scale); };
  const uint4 sixteen{word(0), word(1), word(2), word(3)};
  *reinterpret_cast<uint4*>(to) = sixteen;
  for (int k = 0; k < kWords; ++k) most = __vmaxu2(most, __vmaxu2(m.even[k], m.odd[k]));
}

/// Writes this warp's strip of edges. All lanes must call it.
/// @return the greatest magnitude of what this thread wrote, with the scale of 1/2
template <bool kFull, bool kHalved>
__device__ std::uint32_t edges_of_columns(const Sobel::Device& p, const Columns& columns) {
  const int first = static_cast<int>(blockIdx.y * (kStripBlock / 32) + lockstep::warp()) * kStripRows;  // a grid is too small for more
  const int last = static_cast<int>(p.height) - 1;

  LoadedRow rows[kStripRows + 2];  // all of them on their way before the first is used
#pragma unroll
  for (int i = 0; i < kStripRows + 2; ++i)
    rows[i] = load_row<kFull>(p.image + min(max(first + i - 1, 0), last) * p.pitch + columns.x, columns);

  unsigned most = kBiasTwice;
  PackedRow upper = pack<kFull>(rows[0], columns), middle = pack<kFull>(rows[1], columns);
#pragma unroll
  for (int i = 0; i < kStripRows; ++i) {
    const PackedRow lower = pack<kFull>(rows[i + 2], columns);
    if (first + i <= last)  // the last strips hang over the lower edge
      store_edges<kFull, kHalved>(p.edges + (first + i) * p.pitch + columns.x, columns.count,
                                  magnitudes_of(upper, middle, lower), p.scale, most);
    upper = middle, middle = lower;  // the window slides
  }
  return max(most & 0xffff, most >> 16) - kBias;
}

/// The same, wherever the strip lies.
/// @return the greatest magnitude: scaled once, for no smaller one is greater when it is scaled
template <bool kHalved>
__device__ std::uint32_t edges_of_strip(const Sobel::Device& p) {
  const Columns columns = columns_of_thread(p);
  const bool full = (blockIdx.x + std::int64_t{1}) * kStripColumns <= p.width;
  const std::uint32_t greatest = full ? edges_of_columns<true, kHalved>(p, columns)
                                      : edges_of_columns<false, kHalved>(p, columns);
  return kHalved ? greatest : scaled(2 * greatest, p.scale);
}

/// Blocks of kStripBlock threads that cover the picture.
inline dim3 covering_strips(const Sobel::Device& p) {
  return {lockstep::covering_blocks(p.width, kStripColumns),
          lockstep::covering_blocks(p.height, kStripRows * (kStripBlock / 32), lockstep::kMostBlocksYZ)};
}
