/// @file
/// @brief Symmetric systems Ax = b for conjugate gradients: how A lies in memory, what its reals are, and how the iterations may end.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "lockstep/parallel.hpp"
#include "lockstep/random.hpp"

/// What the lesson and its exercise have in common.
struct LinearSystem {
  /// Why the iterations ended.
  enum class End : std::int32_t {
    running = -1,               ///< they have not
    converged = 0,              ///< the residual is as small as was asked for
    used_up = 1,                ///< as many iterations as are allowed, and not converged
    not_positive_definite = 2,  ///< pᵀAp ≤ 0, which no positive definite A has; x is that of the iteration before
    not_finite = 3,             ///< pᵀAp or the residual is NaN or infinite; x may be anything
  };

  static constexpr double kUnit = 0x1p-24;  ///< u: the largest relative error of a rounding to float

  /// n, rounded up to whole lines of 128 bytes: each row then begins at a boundary for 16-byte loads, and shares no sector with another.
  /// @throws std::bad_alloc where n² elements are more than any machine has
  static std::int64_t pitch_of(std::int64_t n) {
    if (n > std::int64_t{1} << 28) throw std::bad_alloc();
    constexpr std::int64_t kLine = 128 / sizeof(float);
    return (n + kLine - 1) / kLine * kLine;
  }

  /// Element (i, j) of a symmetric, positive definite matrix, from i and j alone: in [−1, 1) beside the diagonal, and 1.3 √n + 1.5 to 2.5
  /// on it. The random part has eigenvalues up to 2 √(n/3) = 1.155 √n in size (Wigner): the condition number grows to 17.
  static double heavy_diagonal(std::int64_t n, std::uint64_t seed, std::int64_t i, std::int64_t j) {
    if (i != j)
      return 2 * lockstep::random_unit(lockstep::array_seed(seed, 0), static_cast<std::uint64_t>(std::min(i, j) * n + std::max(i, j))) - 1;
    return 1.3 * std::sqrt(static_cast<double>(n)) + 1.5 +
           lockstep::random_unit(lockstep::array_seed(seed, 1), static_cast<std::uint64_t>(i));
  }

  /// Four whole numbers whose squares add up to `sum` (Lagrange: there are always four); few zeros, and none larger than need be.
  static std::array<int, 4> four_squares(std::int64_t sum) {
    std::array<int, 4> best{};
    int best_rank = -1;
    const auto most = static_cast<int>(std::lround(std::sqrt(static_cast<double>(sum))));
    for (int a = 0; a <= most; ++a)
      for (int b = 0; b <= a; ++b)
        for (int c = 0; c <= b; ++c) {
          const std::int64_t rest = sum - std::int64_t{a} * a - std::int64_t{b} * b - std::int64_t{c} * c;
          const int d = rest < 0 ? -1 : static_cast<int>(std::lround(std::sqrt(static_cast<double>(rest))));
          if (d < 0 || std::int64_t{d} * d != rest) continue;
          const int rank = ((b > 0) + (c > 0) + (d > 0)) * 1000 - a;
          if (best_rank < rank || best_rank < 0) best_rank = rank, best = {a, b, c, d};
        }
    return best;
  }

  /// body(0) … body(n − 1), on all cores where there is work for them.
  template <class Body>
  static void for_rows(std::int64_t n, const Body& body) {
    if (n > 256) return lockstep::parallel_for(n, body);
    for (std::int64_t i = 0; i < n; ++i) body(i);
  }

  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }
};
