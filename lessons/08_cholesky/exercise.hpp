/// @file
/// @brief The exercise's problem: Ax = b, where A = LLᵀ and L is known, by forward and back substitution.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "triangle.hpp"

/// Given L, n × n floats, lower triangular with a positive diagonal, and b, n floats, find y with Ly = b, and x with Lᵀx = y:
///
///     forward, i = 0, 1, …:    yᵢ = (bᵢ − Σⱼ lᵢⱼ yⱼ) / lᵢᵢ, j < i
///     back, i = n − 1, n − 2, …:  xᵢ = (yᵢ − Σⱼ lⱼᵢ xⱼ) / lᵢᵢ, j > i
///
/// The size of the problem is n, not n².
struct Substitution : Triangle {
  struct Inputs {
    std::vector<float> l;  ///< row after row, each pitch_of(n) long; right of the diagonal nothing but NaN
    std::vector<float> b;  ///< n
  };
  struct Outputs {
    std::vector<float> y;  ///< n
    std::vector<float> x;  ///< n
  };
  /// What run() works on. Row i begins at l + i * pitch, on a boundary of 128 bytes.
  struct Device {
    std::int64_t n;
    std::int64_t pitch;  ///< elements from a row of L to the next
    const float* l;      ///< only columns 0 to i of row i may be used
    const float* b;
    float* y;
    float* x;
  };
  struct Reference {
    std::size_t n, pitch;
    std::vector<float> l, b;
    std::vector<double> y, x;
  };

  static constexpr std::array kRagged{lockstep::Size{1},  lockstep::Size{2},  lockstep::Size{31}, lockstep::Size{32},
                                      lockstep::Size{33}, lockstep::Size{65}, lockstep::Size{100}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "08_cholesky exercise",
      .title = "Forward and back substitution: LLᵀx = b",
      .simulator_size = {256},
      .gpu_size = {4096},
      .ragged_sizes = kRagged,
  };

  /// Exact: L as for the decomposition, x of integers up to 4, and b = LLᵀx. A source's y then is the sum of at most 4 · 4 of each of some
  /// 2/3 · kDense sinks, and a sink's b that of at most 4 of those y of each of some kDense / 3 sources: whole numbers below 2²², whatever
  /// the signs.
  ///
  /// Reals: elements in [−1, 1) below the diagonal, in [2√n, 3√n) on it. The random part has a norm of √n or less, so that the condition
  /// number is below 4 at every n.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const std::int64_t n = size.count(), pitch = pitch_of(n);
    Inputs in{.l = {}, .b = std::vector<float>(static_cast<std::size_t>(n))};
    if (kind == lockstep::InputKind::exact) {
      in.l = exact_factor(n, pitch, seed);
      std::vector<float> x(in.b.size());
      lockstep::fill_integers(std::span(x), lockstep::array_seed(seed, 2), 4);
      in.b = product(in.l, x);
    } else {
      in.l.resize(static_cast<std::size_t>(n * pitch));
      lockstep::fill_reals(std::span(in.l), lockstep::array_seed(seed, 0), -1.0, 1.0);
      lockstep::fill_reals(std::span(in.b), lockstep::array_seed(seed, 1), -1.0, 1.0);
      const std::uint64_t own_seed = lockstep::array_seed(seed, 2);
      for (std::int64_t i = 0; i < n; ++i)
        in.l[static_cast<std::size_t>(i * pitch + i)] =
            static_cast<float>(std::sqrt(static_cast<double>(n)) * (2 + lockstep::random_unit(own_seed, static_cast<std::uint64_t>(i))));
    }
    for (std::int64_t i = 0; i < n; ++i)
      std::fill_n(in.l.begin() + i * pitch + i + 1, pitch - i - 1, std::numeric_limits<float>::quiet_NaN());
    return in;
  }

  /// L (Lᵀ x)
  static std::vector<float> product(const std::vector<float>& l, const std::vector<float>& x) {
    const std::size_t n = x.size(), pitch = l.size() / n;
    std::vector<double> y(n), b(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) y[j] += double{l[i * pitch + j]} * x[i];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) b[i] += l[i * pitch + j] * y[j];
    return {b.begin(), b.end()};
  }

  static Outputs make_outputs(lockstep::Size size) {
    const auto n = static_cast<std::size_t>(size.count());
    return {std::vector<float>(n), std::vector<float>(n)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(),
            .pitch = pitch_of(size.count()),
            .l = arrays.input("L", in.l),
            .b = arrays.input("b", in.b),
            .y = arrays.output("y", out.y),
            .x = arrays.output("x", out.x)};
  }

  static Reference reference(const Inputs& in) {
    const std::size_t n = in.b.size(), pitch = in.l.size() / n;
    std::vector<double> y(in.b.begin(), in.b.end());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) y[i] -= in.l[i * pitch + j] * y[j];
      y[i] /= in.l[i * pitch + i];
    }
    std::vector<double> x = y;
    for (std::size_t i = n; i-- > 0;) {
      x[i] /= in.l[i * pitch + i];
      for (std::size_t j = 0; j < i; ++j) x[j] -= in.l[i * pitch + j] * x[i];
    }
    return {n, pitch, in.l, in.b, y, x};
  }

  /// What a residual's element may be: 4 (1 + √n) u times the sum of the sizes of what is added in it, u = 2⁻²⁴.
  ///
  /// Whatever the order of the sums, the computed y solves a system in which each element of L is changed by a factor of at most n
  /// roundings (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., Theorem 8.5): so |b − Ly| ≤ γₙ |L||y|, row by row, with
  /// γₙ ≈ n u. The roundings of sums are independent, so that √n takes the place of n (Higham and Mary, SIAM J. Sci. Comput. 41, 2019): the
  /// standard deviation is below √(n/3) u, and 4 √n some 7 of them. The 4 is for the products, the division and the last rounding.
  ///
  /// A dropped product is of the size of 1/4 |y|, where the bound is about 6 · 10⁻⁸ n^1.5 |y|: it shows up to n = 10⁴. In the exact inputs
  /// each that is not zero shows at every n.
  static double bound_of(std::size_t n, double sizes) { return 4 * (1 + std::sqrt(static_cast<double>(n))) * 0x1p-24 * sizes; }
  static constexpr const char* kWhy = "4 (1 + sqrt(n)) 2^-24 times what is added in that row";
  static constexpr const char* kNoStepRounds = "made of integers and powers of two: no step rounds";

  /// Whether Ly = b.
  static lockstep::Verdict check_forward(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact) return lockstep::compare(got.y, want.y, 0.0, "y", kNoStepRounds);
    std::vector<double> rest(want.b.begin(), want.b.end()), sizes(want.n);
    for (std::size_t i = 0; i < want.n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const double term = double{want.l[i * want.pitch + j]} * got.y[j];
        rest[i] -= term;
        sizes[i] += std::abs(term);
      }
    const auto bound = [&](std::size_t i) { return bound_of(want.n, sizes[i]); };
    return lockstep::compare(rest, std::vector<double>(want.n), bound, "b - L y", kWhy);
  }

  /// Whether Lᵀx is the y that was found.
  static lockstep::Verdict check_back(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact) return lockstep::compare(got.x, want.x, 0.0, "x", kNoStepRounds);
    std::vector<double> rest(got.y.begin(), got.y.end()), sizes(want.n);
    for (std::size_t i = 0; i < want.n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const double term = double{want.l[i * want.pitch + j]} * got.x[i];
        rest[j] -= term;
        sizes[j] += std::abs(term);
      }
    const auto bound = [&](std::size_t i) { return bound_of(want.n, sizes[i]); };
    return lockstep::compare(rest, std::vector<double>(want.n), bound, "y - L^T x", kWhy);
  }

  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    const lockstep::Verdict forward = check_forward(want, got, kind);
    return forward.passed ? check_back(want, got, kind) : forward;
  }

  /// L is read, though each of the two passes needs it; 2n² operations.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n * (n + 1) / 2 + 3 * n) * sizeof(float), .operations = 2 * n * n};
  }
};

using Lesson = Substitution;
using Version = lockstep::Version<Substitution>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
