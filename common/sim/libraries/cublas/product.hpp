/// @file
/// @brief The product of two matrices, which level 3 is made of.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "sim/libraries/cublas/numbers.hpp"

namespace lockstep::sim::blas {

/// Sums a(i, p) b(p, j) over p < k, and calls `put(i, j, sum)` for each i < m and j < n. `T`: what it computes with.
/// A panel of rows of a lies by columns, so that a step of the innermost loop is a few vector instructions.
template <class T, class A, class B, class Put>
void multiply_matrices(Index m, Index n, Index k, A a, B b, Put put) {
  constexpr Index kRows = 64;
  const auto at = [](Index i) { return static_cast<std::size_t>(i); };
  std::vector<T> right(at(k * n)), panel(at(kRows * k));
  for (Index j = 0; j < n; ++j)
    for (Index p = 0; p < k; ++p) right[at(p + j * k)] = b(p, j);
  for (Index top = 0; top < m; top += kRows) {
    const Index rows = std::min(kRows, m - top);
    for (Index p = 0; p < k; ++p)
      for (Index i = 0; i < rows; ++i) panel[at(p * kRows + i)] = a(top + i, p);
    for (Index j = 0; j < n; ++j) {
      std::array<T, kRows> sum{};
      for (Index p = 0; p < k; ++p) {
        const T factor = right[at(p + j * k)];
        const T* const column = &panel[at(p * kRows)];
        for (std::size_t i = 0; i < kRows; ++i) sum[i] += column[i] * factor;
      }
      for (Index i = 0; i < rows; ++i) put(top + i, j, sum[at(i)]);
    }
  }
}

}  // namespace lockstep::sim::blas
