/// @file
/// @brief What a warp does in v6 and v7: a strip of 512 columns and six rows, in registers alone.
#pragma once

#include <cstdint>

#include "four_pixels.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "packed_row.hpp"
#include "problem.hpp"

constexpr unsigned kStripColumns = 32 * kSixteen;
constexpr int kStripRows = 6;
constexpr unsigned kStripBlock = 128;  ///< threads: four strips, one below the other
constexpr unsigned kStripBlocks = 5;   ///< of a multiprocessor, at least: then a thread has 96 registers, where it would like 118

/// The sixteen columns of a thread.
struct Columns {
  std::int64_t x;  ///< the first, a multiple of 16
  int count;       ///< how many of them are in the picture: 16, fewer where its rows end, none or less behind that
  int beside;      ///< from there to the column that only the first or the last lane needs, or to the nearest that there is
};

inline __device__ Columns columns_of_thread(const Sobel::Device& p) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kStripColumns + lockstep::lane() * kSixteen;
  return {.x = x,
          .count = static_cast<int>(min(p.width - x, std::int64_t{kSixteen})),
          .beside = static_cast<int>(lockstep::lane() == 0 ? max(-x, std::int64_t{-1}) : min(p.width - 1 - x, std::int64_t{kSixteen}))};
}

/// Sixteen pixels of a row, and in the first and the last lane the one beside them.
struct LoadedRow {
  uint4 pixels;
  unsigned beside;
};

/// @param from  the first of the columns
/// @tparam kFull  true where all columns of the strip are in the picture: then nothing has to be asked (here and below)
template <bool kFull>
__device__ LoadedRow load_row(const std::uint8_t* from, const Columns& columns) {
  LoadedRow loaded{};
  if (kFull || columns.count > 0) loaded.pixels = *reinterpret_cast<const uint4*>(from);  // may run into the padding: there is memory
  if (lockstep::lane() == 0 || lockstep::lane() == 31) loaded.beside = from[columns.beside];
  return loaded;
}

/// The first `count` bytes of `word`, and `last` in place of the others.
inline __device__ unsigned end_row(unsigned word, int count, unsigned last) {
  if (count >= 4) return word;
  const unsigned ours = (1U << 8 * max(count, 0)) - 1;
  return (word & ours) | (last * 0x01010101 & ~ours);
}

/// All lanes of the warp must call it: each has its neighbours' outer pixels from them.
template <bool kFull>
__device__ PackedRow pack(const LoadedRow& loaded, const Columns& columns) {
  constexpr unsigned kAll = 0xffffffff;
  unsigned words[kWords] = {loaded.pixels.x, loaded.pixels.y, loaded.pixels.z, loaded.pixels.w};
  if constexpr (!kFull) {
    const unsigned last = __shfl_sync(kAll, loaded.beside, 31);  // of the row: the last lane is at its end, or behind it
    for (int k = 0; k < kWords; ++k) words[k] = end_row(words[k], columns.count - 4 * k, last);
  }
  const unsigned before = __shfl_up_sync(kAll, words[kWords - 1], 1), after = __shfl_down_sync(kAll, words[0], 1);
  const unsigned lane = lockstep::lane();
  return pack(words, lane == 0 ? loaded.beside : before >> 24, lane == 31 ? loaded.beside : after & 0xff);
}

/// A mask of those of two pixels, `place` and `place + 2`, that are among the first `count`.
inline __device__ unsigned halves(int count, int place) { return (count > place ? 0xffff : 0) | (count > place + 2 ? 0xffff0000 : 0); }

/// Writes the first `count` of sixteen edges, where a row ends. `most` grows, half by half, to their greatest magnitudes, with kBias.
inline __device__ void store_end(std::uint8_t* to, int count, const PackedMagnitudes& m, unsigned& most) {
  for (int k = 0; k < kWords; ++k) {
    const int ours = count - 4 * k;
    store_word(to + 4 * k, edges_of(m, k), ours);
    most = __vmaxu2(most, __vmaxu2(m.even[k] & halves(ours, 0), m.odd[k] & halves(ours, 1)));
  }
}

/// The same, wherever it is.
template <bool kFull>
__device__ void store_edges(std::uint8_t* to, int count, const PackedMagnitudes& m, unsigned& most) {
  if constexpr (!kFull) {
    if (count < kSixteen) return store_end(to, count, m, most);
  }
  const uint4 sixteen{edges_of(m, 0), edges_of(m, 1), edges_of(m, 2), edges_of(m, 3)};
  *reinterpret_cast<uint4*>(to) = sixteen;
  for (int k = 0; k < kWords; ++k) most = __vmaxu2(most, __vmaxu2(m.even[k], m.odd[k]));
}

/// Writes this warp's strip of edges. All lanes must call it.
/// @return the greatest magnitude of what this thread wrote
template <bool kFull>
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
      store_edges<kFull>(p.edges + (first + i) * p.pitch + columns.x, columns.count, magnitudes_of(upper, middle, lower), most);
    upper = middle, middle = lower;  // the window slides
  }
  return max(most & 0xffff, most >> 16) - kBias;
}

inline __device__ std::uint32_t edges_of_strip(const Sobel::Device& p) {
  const Columns columns = columns_of_thread(p);
  const bool full = (blockIdx.x + std::int64_t{1}) * kStripColumns <= p.width;
  return full ? edges_of_columns<true>(p, columns) : edges_of_columns<false>(p, columns);
}

/// Blocks of kStripBlock threads that cover the picture.
inline dim3 covering_strips(const Sobel::Device& p) {
  return {lockstep::covering_blocks(p.width, kStripColumns),
          lockstep::covering_blocks(p.height, kStripRows * (kStripBlock / 32), lockstep::kMostBlocksYZ)};
}
