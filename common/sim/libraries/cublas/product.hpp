/// @file
/// @brief The product of two matrices, which level 3 is made of.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "sim/engine/environment.hpp"
#include "sim/libraries/cublas/numbers.hpp"

namespace lockstep::sim::blas {

/// The rows that one OS thread works on at a time: a panel of them lies by columns, so that a step of the innermost loop is a few vector
/// instructions. `kPanelDepth` columns of it stay in the cache while all of b passes by.
inline constexpr Index kPanelRows = 64, kPanelDepth = 256;

template <class T>
class PanelProduct {
 public:
  PanelProduct(Index n, Index k, const T* right) : n_(n), k_(k), right_(right), panel_(size(kPanelRows * kPanelDepth)), sums_(size(n)) {}

  template <class A, class Put>
  void multiply(Index top, Index rows, const A& a, const Put& put) {
    std::fill(sums_.begin(), sums_.end(), Sum{});
    for (Index first = 0; first < k_; first += kPanelDepth) add(top, rows, first, std::min(k_, first + kPanelDepth), a);
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < rows; ++i) put(top + i, j, sums_[size(j)][size(i)]);
  }

 private:
  using Sum = std::array<T, std::size_t{kPanelRows}>;
  static std::size_t size(Index i) { return static_cast<std::size_t>(i); }

  template <class A>
  void add(Index top, Index rows, Index first, Index last, const A& a) {
    for (Index p = first; p < last; ++p)
      for (Index i = 0; i < rows; ++i) panel_[size((p - first) * kPanelRows + i)] = a(top + i, p);
    for (Index j = 0; j < n_; ++j) {
      T* const kept = sums_[size(j)].data();
      Sum sum;  // element by element: the compiler then keeps it in registers
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = kept[i];
      for (Index p = first; p < last; ++p) {
        const T factor = right_[p + j * k_];
        const T* const column = &panel_[size((p - first) * kPanelRows)];
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += column[i] * factor;
      }
      for (std::size_t i = 0; i < sum.size(); ++i) kept[i] = sum[i];
    }
  }

  Index n_, k_;
  const T* right_;
  std::vector<T> panel_;
  std::vector<Sum> sums_;
};

/// Calls `work(next)`, from several OS threads where the product is large. They share out the numbers from 0 on: `next()` is one that
/// nobody has had.
template <class Work>
void on_all_cores(Index count, double operations, Work work) {
  constexpr double kLarge = 1e7;  // milliseconds of work: starting a thread takes far less
  const Index cores = operations < kLarge ? 1 : std::min(count, static_cast<Index>(workers_wanted()));
  std::atomic<Index> next = 0;
  const auto take = [&] { work([&] { return next.fetch_add(1); }); };
  std::vector<std::jthread> others;
  for (Index i = 1; i < cores; ++i) others.emplace_back(take);
  take();
}

/// Sums a(i, p) b(p, j) over p < k, in their order, and calls `put(i, j, sum)` for each i < m and j < n: from several OS threads, and for
/// each pair once. `T`: what it computes with.
template <class T, class A, class B, class Put>
void multiply_matrices(Index m, Index n, Index k, A a, B b, Put put) {
  std::vector<T> right(static_cast<std::size_t>(k * n));
  for (Index j = 0; j < n; ++j)
    for (Index p = 0; p < k; ++p) right[static_cast<std::size_t>(p + j * k)] = b(p, j);
  const Index panels = (m + kPanelRows - 1) / kPanelRows;
  on_all_cores(panels, static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k), [&](auto next_panel) {
    PanelProduct<T> product(n, k, right.data());
    for (Index panel = next_panel(); panel < panels; panel = next_panel())
      product.multiply(panel * kPanelRows, std::min(kPanelRows, m - panel * kPanelRows), a, put);
  });
}

}  // namespace lockstep::sim::blas
