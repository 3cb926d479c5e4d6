/// @file
/// @brief How v6 and v7 bring a row: sixteen columns a thread, and the pixels beside them from its neighbours.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "packed_row.hpp"
#include "problem.hpp"

constexpr unsigned kStripColumns = 32 * kSixteen;  ///< that a warp takes

/// The sixteen columns of a thread.
struct Columns {
  std::int64_t x;  ///< the first, a multiple of 16
  int count;       ///< how many of them are in the picture: 16, fewer where its rows end, none or less after that
  int beside;      ///< from there to the column that only the first or the last lane needs, or to the nearest one in the picture
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
/// @tparam kFull  true where all columns of the strip are in the picture: then no checks are needed (here and below)
template <bool kFull>
__device__ LoadedRow load_row(const std::uint8_t* from, const Columns& columns) {
  LoadedRow loaded{};
  if (kFull || columns.count > 0) loaded.pixels = *reinterpret_cast<const uint4*>(from);  // may run into the padding: there is memory
  if (lockstep::lane() == 0 || lockstep::lane() == 31) loaded.beside = from[columns.beside];
  return loaded;
}

/// The first `count` bytes of `word`, and `last` instead of the others.
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
    const unsigned last = __shfl_sync(kAll, loaded.beside, 31);  // of the row: the last lane is at its end, or after it
    for (int k = 0; k < kWords; ++k) words[k] = end_row(words[k], columns.count - 4 * k, last);
  }
  const unsigned before = __shfl_up_sync(kAll, words[kWords - 1], 1), after = __shfl_down_sync(kAll, words[0], 1);
  const unsigned lane = lockstep::lane();
  return pack(words, lane == 0 ? loaded.beside : before >> 24, lane == 31 ? loaded.beside : after & 0xff);
}
