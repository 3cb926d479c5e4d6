/// @file
/// @brief Four pixels in a word: how v2 to v5 read them, and make edges of them.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "magnitude.hpp"
#include "problem.hpp"

/// Six neighbours in a row: four pixels, and the one on either side.
struct Six {
  unsigned left, word, right;

  /// Pixel -1 to 4.
  __device__ int operator[](int i) const { return static_cast<int>(i < 0 ? left : i > 3 ? right : word >> 8 * i & 0xff); }
};

/// The same from three neighbouring words.
inline __device__ Six middle_of(unsigned before, unsigned word, unsigned after) { return {before >> 24, word, after & 0xff}; }

/// Row `y`, or the nearest one in the picture.
inline __device__ const std::uint8_t* nearest_row(const Sobel::Device& p, std::int64_t y) {
  return p.image + min(max(y, std::int64_t{0}), p.height - 1) * p.pitch;
}

/// The pixels x to x + 3 of a row, x a multiple of 4. Beyond the border there is the nearest pixel.
inline __device__ unsigned load_word(const std::uint8_t* row, std::int64_t x, std::int64_t width) {
  if (x >= 0 && x + 4 <= width) return *reinterpret_cast<const unsigned*>(row + x);
  unsigned word = 0;
  for (int i = 0; i < 4; ++i) word |= unsigned{row[min(max(x + i, std::int64_t{0}), width - 1)]} << 8 * i;
  return word;
}

/// The edges of the four pixels of `middle`, as a word. `maximum` grows to the greatest magnitude of the first `count` of them.
inline __device__ unsigned edges_of(Six upper, Six middle, Six lower, unsigned scale,
                                    std::int64_t count, std::uint32_t& maximum) {
  unsigned edges = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned m = magnitude(upper[i - 1], upper[i], upper[i + 1], middle[i - 1], middle[i + 1],
                                 lower[i - 1], lower[i], lower[i + 1], scale);
    edges |= min(m, kWhite) << 8 * i;
    if (i < count) maximum = max(maximum, m);
  }
  return edges;
}

/// Writes the first `count` of four pixels.
inline __device__ void store_word(std::uint8_t* to, unsigned word, std::int64_t count) {
  if (count >= 4) {
    *reinterpret_cast<unsigned*>(to) = word;
    return;
  }
  for (int i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(word >> 8 * i);  // a row ends here
}
