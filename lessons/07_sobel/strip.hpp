/// @file
/// @brief What a warp does in v6 and v7: a strip of 512 columns, downwards, row by row, in registers alone.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "maximum.hpp"
#include "packed_row.hpp"
#include "problem.hpp"

constexpr unsigned kStripColumns = 32 * kSixteen;
constexpr unsigned kStripBlock = 128;  ///< threads: four strips, one below the other
constexpr unsigned kStripRows = 16;    ///< of a strip

/// Sixteen pixels of a row, and in the first and the last lane the one that no other lane has.
struct LoadedRow {
  uint4 pixels;
  unsigned beside;
};

/// The first `count` bytes of `word`, and `last` in place of the others.
inline __device__ unsigned end_row(unsigned word, std::int64_t count, unsigned last) {
  if (count >= 4) return word;
  const unsigned ours = (1U << 8 * max(static_cast<int>(count), 0)) - 1;
  return (word & ours) | (last * 0x01010101 & ~ours);
}

/// The pixels x to x + 15, x a multiple of 16, of row `y` or the nearest that there is. Beyond the border there is the nearest pixel.
inline __device__ LoadedRow load_row(const Sobel::Device& p, std::int64_t x, std::int64_t y) {
  const std::uint8_t* const row = p.image + min(max(y, std::int64_t{0}), p.height - 1) * p.pitch;
  const std::int64_t last = p.width - 1, left = p.width - x;
  LoadedRow loaded{};
  if (x <= last) loaded.pixels = *reinterpret_cast<const uint4*>(row + x);  // may run into the padding: there is memory
  if (left < kSixteen) {
    const unsigned pixel = row[last];
    const uint4 q = loaded.pixels;
    loaded.pixels = {end_row(q.x, left, pixel), end_row(q.y, left - 4, pixel), end_row(q.z, left - 8, pixel),
                     end_row(q.w, left - 12, pixel)};
  }
  if (lockstep::lane() == 0) loaded.beside = row[min(max(x - 1, std::int64_t{0}), last)];
  if (lockstep::lane() == 31) loaded.beside = row[min(x + kSixteen, last)];
  return loaded;
}

/// All lanes of the warp must call it: each has its neighbours' outer pixels from them.
inline __device__ PackedRow pack(const LoadedRow& loaded) {
  const unsigned words[kWords] = {loaded.pixels.x, loaded.pixels.y, loaded.pixels.z, loaded.pixels.w};
  const unsigned before = __shfl_up_sync(0xffffffff, words[kWords - 1], 1), after = __shfl_down_sync(0xffffffff, words[0], 1);
  const unsigned lane = lockstep::lane();
  return pack(words, lane == 0 ? loaded.beside : before >> 24, lane == 31 ? loaded.beside : after & 0xff);
}

/// Writes those of the sixteen edges that are in the picture. `most` grows, half by half, to their greatest magnitudes, with kBias.
inline __device__ void store_edges(const Sobel::Device& p, std::int64_t x, std::int64_t y, const PackedMagnitudes& m, unsigned& most) {
  std::uint8_t* const to = p.edges + y * p.pitch + x;
  if (x + kSixteen <= p.width) {
    const uint4 sixteen{edges_of(m, 0), edges_of(m, 1), edges_of(m, 2), edges_of(m, 3)};
    *reinterpret_cast<uint4*>(to) = sixteen;
    for (int k = 0; k < kWords; ++k) most = __vmaxu2(most, __vmaxu2(m.even[k], m.odd[k]));
    return;
  }
  for (int i = 0; i < kSixteen; ++i) {
    if (x + i >= p.width) return;  // the row ends here
    to[i] = static_cast<std::uint8_t>(edges_of(m, i / 4) >> i % 4 * 8);
    most = __vmaxu2(most, magnitude_at(m, i) + kBias);
  }
}

/// Writes this warp's strip of edges. All lanes must call it.
/// @return the greatest magnitude of what this thread wrote
inline __device__ std::uint32_t edges_of_strip(const Sobel::Device& p) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kStripColumns + lockstep::lane() * kSixteen;
  const std::int64_t first = (std::int64_t{blockIdx.y} * (blockDim.x / 32) + lockstep::warp()) * kStripRows;
  const std::int64_t end = min(first + kStripRows, p.height);  // the last strips are shorter, or empty

  unsigned most = kBiasTwice;
  PackedRow upper = pack(load_row(p, x, first - 1)), middle = pack(load_row(p, x, first));
  LoadedRow ahead = load_row(p, x, first + 1);
  for (std::int64_t y = first; y < end; ++y) {
    const PackedRow lower = pack(ahead);
    ahead = load_row(p, x, y + 2);  // on its way while this row's edges are made
    store_edges(p, x, y, magnitudes_of(upper, middle, lower), most);
    upper = middle, middle = lower;
  }
  return max(most & 0xffff, most >> 16) - kBias;
}

/// Blocks of kStripBlock threads that cover the picture.
inline dim3 covering_strips(const Sobel::Device& p) {
  return {lockstep::covering_blocks(p.width, kStripColumns),
          lockstep::covering_blocks(p.height, kStripRows * (kStripBlock / 32), lockstep::kMostBlocksYZ)};
}
