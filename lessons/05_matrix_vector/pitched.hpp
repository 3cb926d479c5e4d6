/// @file
/// @brief What the lesson's problem and the exercise's have in common: how a matrix lies in memory,
/// and how much a sum of products may err.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

/// Elements from the beginning of one row to that of the next: `columns`, rounded up to whole lines
/// of 128 bytes. Each row then begins at a boundary for 16-byte loads, and shares no sector with
/// another.
/// @throws std::bad_alloc where rows × columns elements are more than any machine has
inline std::int64_t row_pitch(std::int64_t rows, std::int64_t columns) {
  if (columns > (std::int64_t{1} << 56) / rows) throw std::bad_alloc();
  constexpr std::int64_t kLine = 128 / sizeof(float);
  return (columns + kLine - 1) / kLine * kLine;
}

/// Fills the padding between the rows with NaN, which shows if it is used.
inline void poison_padding(std::vector<float>& a, std::int64_t rows, std::int64_t columns) {
  const std::int64_t pitch = row_pitch(rows, columns);
  for (std::int64_t i = 0; i < rows; ++i)
    std::fill_n(a.begin() + i * pitch + columns, pitch - columns,
                std::numeric_limits<float>::quiet_NaN());
}

/// The error allowed to a sum of n products of reals, as a part of Σ|aᵢ xᵢ|, whatever the order of
/// summation: min(n, 16) · u, u = 2⁻²⁴.
///
/// Such a sum is a dot product, and lesson 04's bound is derived for that; in short: up to n = 16
/// this is the guaranteed bound, n · u · Σ|aᵢ xᵢ| to first order (Higham, Accuracy and Stability of
/// Numerical Algorithms, 2nd ed., section 3.1). Beyond that it is a probabilistic one (Higham and
/// Mary, SIAM J. Sci. Comput. 41, 2019): errors of single additions are independent with mean zero,
/// products have random signs, so the standard deviation of a sum's error is at most u √(n Σ(aᵢ
/// xᵢ)²) = 4/3 u Σ|aᵢ xᵢ| for factors uniform in [−1, 1], in the worst order there is, one product
/// after the other. The bound is 12 of them; the chance that one of 16384 sums exceeds even 8 is
/// below 10⁻¹⁰.
///
/// A dropped product shows where it exceeds the bound, 4 n u on average. The exact inputs show
/// every one.
inline double relative_bound(std::size_t n) {
  return std::min(static_cast<double>(n), 16.0) * 0x1p-24;
}
