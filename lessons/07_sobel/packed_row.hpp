/// @file
/// @brief Sixteen neighbouring pixels of a row in registers, two in each word, and what of them their edges need.
///
/// With Gx and Gy, |Gx| + |Gy| is the larger of |Gx + Gy| and |Gx - Gy|, and those two are each twice a difference of two sums of three:
///
///     (Gx + Gy) / 2 = (ur + um + mr) - (ll + lm + ml)        (Gx - Gy) / 2 = (lr + lm + mr) - (ul + um + ml)
///
/// A sum of three pixels needs 10 bits, so two of them lie in a word, and one addition adds two. A negative difference would borrow from
/// its neighbour; hence kBias, which keeps all of them positive.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "magnitude.hpp"

constexpr int kSixteen = 16;                      ///< pixels that a thread takes of a row
constexpr int kWords = kSixteen / 4;              ///< of them
constexpr unsigned kBias = 1024;                  ///< more than any difference of three pixels and three others, 765
constexpr unsigned kBiasTwice = kBias * 0x10001;  ///< in both halves of a word

/// What a row gives to its own edges and to those of the rows above and below. Of word k of the pixels, `even` is about pixels 4k and
/// 4k + 2, `odd` about 4k + 1 and 4k + 3.
struct PackedRow {
  unsigned left_of_even[kWords];  ///< pixel + the one to the left
  unsigned between[kWords];       ///< an even pixel + the odd one to the right of it
  unsigned right_of_odd[kWords];  ///< pixel + the one to the right
  unsigned step_at_even[kWords];  ///< the one to the right - the one to the left + kBias
  unsigned step_at_odd[kWords];
};

/// @param left, right  the pixels on either side of the sixteen
inline __device__ PackedRow pack(const unsigned (&words)[kWords], unsigned left, unsigned right) {
  unsigned even[kWords + 1], odd[kWords + 1];  // of odd, [0] is the word before
  odd[0] = left << 16;
  even[kWords] = right;
  for (int k = 0; k < kWords; ++k) {
    even[k] = words[k] & 0x00ff00ff;
    odd[k + 1] = words[k] >> 8 & 0x00ff00ff;
  }
  PackedRow row;
  for (int k = 0; k < kWords; ++k) {
    const unsigned before_even = __funnelshift_l(odd[k], odd[k + 1], 16);  // pixels 4k - 1 and 4k + 1
    const unsigned after_odd = __funnelshift_l(even[k], even[k + 1], 16);  // pixels 4k + 2 and 4k + 4
    row.left_of_even[k] = before_even + even[k];
    row.between[k] = even[k] + odd[k + 1];
    row.right_of_odd[k] = odd[k + 1] + after_odd;
    row.step_at_even[k] = odd[k + 1] - before_even + kBiasTwice;
    row.step_at_odd[k] = after_odd - even[k] + kBiasTwice;
  }
  return row;
}

/// The magnitudes of two pixels, each with kBias. `left` and `right` are a row's sums of the pixel and its neighbour on that side.
inline __device__ unsigned biased_magnitudes(unsigned upper_left, unsigned upper_right, unsigned step, unsigned lower_left,
                                             unsigned lower_right) {
  const unsigned rising = upper_right - lower_left + step, falling = lower_right - upper_left + step;
  const unsigned most = __vmaxu2(rising, falling), least = __vminu2(rising, falling);
  return __vmaxu2(most, 2 * kBiasTwice - least);
}

/// The magnitudes of sixteen pixels, each with kBias, in the order of PackedRow.
struct PackedMagnitudes {
  unsigned even[kWords], odd[kWords];
};

inline __device__ PackedMagnitudes magnitudes_of(const PackedRow& upper, const PackedRow& middle, const PackedRow& lower) {
  PackedMagnitudes m;
  for (int k = 0; k < kWords; ++k) {
    m.even[k] = biased_magnitudes(upper.left_of_even[k], upper.between[k], middle.step_at_even[k], lower.left_of_even[k], lower.between[k]);
    m.odd[k] = biased_magnitudes(upper.between[k], upper.right_of_odd[k], middle.step_at_odd[k], lower.between[k], lower.right_of_odd[k]);
  }
  return m;
}

/// Pixels 4k to 4k + 3 as a word of edges, with the scale of 1/2: a low byte has no bit of kBias.
inline __device__ unsigned edges_of(const PackedMagnitudes& m, int k) {
  constexpr unsigned kWhitest = kBiasTwice + 0x00ff00ff;
  return __byte_perm(__vminu2(m.even[k], kWhitest), __vminu2(m.odd[k], kWhitest), 0x6240);
}

/// A magnitude in the lower half of `biased`, times two, scaled and cut.
inline __device__ unsigned scaled_edge(unsigned biased, unsigned scale) {
  return min(scaled(2 * ((biased & 0xffff) - kBias), scale), kWhite);
}

/// The same edges with any scale. A product needs 32 bits: here each pixel is on its own.
inline __device__ unsigned scaled_edges_of(const PackedMagnitudes& m, int k, unsigned scale) {
  return scaled_edge(m.even[k], scale) | scaled_edge(m.odd[k], scale) << 8 |
         scaled_edge(m.even[k] >> 16, scale) << 16 | scaled_edge(m.odd[k] >> 16, scale) << 24;
}
