/// @file
/// @brief The Cholesky decomposition A = LLᵀ of a dense, symmetric, positive definite matrix: inputs, checks, error bound and cost.
#pragma once

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

/// Given A, n × n floats, symmetric, by its lower triangle, find L, lower triangular with a positive diagonal, such that LLᵀ = A.
/// There is one such L if A is positive definite. If not, say in which column that shows. The size of the problem is n, not n².
struct Cholesky : Triangle {
  struct Inputs {
    std::int64_t n;
    std::vector<float> a;    ///< row after row, each pitch_of(n) long; right of the diagonal nothing but NaN
    std::vector<float> l{};  ///< laid out likewise: the L that an exact A was made of; of a real A nothing is known
    std::int32_t info = 0;   ///< what `info` must become
  };
  struct Outputs {
    std::vector<float> l;            ///< row after row, each pitch_of(n) long: n elements, zero right of the diagonal, then anything
    std::vector<std::int32_t> info;  ///< one: 0, or the first column, counted from 1, whose pivot is not positive; `l` is then anything
  };
  /// What a version works on. Row i begins at a + i * pitch and l + i * pitch, on boundaries of 128 bytes.
  struct Device {
    std::int64_t n;
    std::int64_t pitch;  ///< elements from a row to the next, in `a` and in `l`
    const float* a;      ///< only columns 0 to i of row i may be used
    float* l;
    std::int32_t* info;
  };
  struct Reference {
    std::int64_t n;
    std::int32_t info;
    std::vector<float> l;          ///< of an exact A: L
    std::vector<double> ax;        ///< A x for each of kProbes vectors x, one after the other
    std::vector<double> diagonal;  ///< aᵢᵢ: what rounding errors are measured against
  };

  static constexpr std::array kRagged{lockstep::Size{1},  lockstep::Size{2},  lockstep::Size{31}, lockstep::Size{32},
                                      lockstep::Size{33}, lockstep::Size{65}, lockstep::Size{100}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "08_cholesky",
      .title = "Cholesky decomposition: A = LLᵀ",
      .simulator_size = {128},
      .gpu_size = {2048},
      .ragged_sizes = kRagged,
  };
  static constexpr std::size_t kProbes = 2;  ///< vectors with which the product LLᵀ is compared to A

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const std::int64_t n = size.count(), pitch = pitch_of(n);
    const auto count = static_cast<std::size_t>(n * pitch);
    Inputs in{n, std::vector<float>(count)};
    if (kind == lockstep::InputKind::exact) {
      in.l = exact_factor(n, pitch, seed);
      add_products(in.a, in.l, n, pitch);
    } else {
      fill_diagonally_heavy(in.a, n, pitch, seed);
    }
    for (std::int64_t i = 0; i < n; ++i)
      std::fill_n(in.a.begin() + i * pitch + i + 1, pitch - i - 1, std::numeric_limits<float>::quiet_NaN());
    return in;
  }

  /// Adds LLᵀ to the lower triangle of A, column after column of L: Σₖ lᵢₖ lⱼₖ.
  static void add_products(std::vector<float>& a, const std::vector<float>& l, std::int64_t n, std::int64_t pitch) {
    std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(n));  // of each column of L: where it is not zero
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j <= i; ++j)
        if (l[static_cast<std::size_t>(i * pitch + j)] != 0) rows[static_cast<std::size_t>(j)].push_back(i);
    for (std::int64_t k = 0; k < n; ++k) {
      const auto& column = rows[static_cast<std::size_t>(k)];
      for (const std::int64_t i : column)
        for (const std::int64_t j : column) {
          if (j > i) break;
          a[static_cast<std::size_t>(i * pitch + j)] +=
              l[static_cast<std::size_t>(i * pitch + k)] * l[static_cast<std::size_t>(j * pitch + k)];
        }
    }
  }

  /// Reals in [−1, 1) below the diagonal, in [3√n, 4√n) on it. The random part has eigenvalues up to 2√(n/3) = 1.15 √n in size (Wigner),
  /// so that those of A lie between 1.8 √n and 5.2 √n: A is positive definite, and its condition number is below 3 at every n.
  static void fill_diagonally_heavy(std::vector<float>& a, std::int64_t n, std::int64_t pitch, std::uint64_t seed) {
    lockstep::fill_reals(std::span(a), lockstep::array_seed(seed, 0), -1.0, 1.0);
    const double root = std::sqrt(static_cast<double>(n));
    const std::uint64_t own_seed = lockstep::array_seed(seed, 1);
    for (std::int64_t i = 0; i < n; ++i)
      a[static_cast<std::size_t>(i * pitch + i)] =
          static_cast<float>(root * (3 + lockstep::random_unit(own_seed, static_cast<std::uint64_t>(i))));
  }

  static Outputs make_outputs(lockstep::Size size) {
    const std::int64_t n = size.count();
    return {std::vector<float>(static_cast<std::size_t>(n * pitch_of(n))), std::vector<std::int32_t>(1)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(),
            .pitch = pitch_of(size.count()),
            .a = arrays.input("A", in.a),
            .l = arrays.output("L", out.l),
            .info = arrays.output("info", out.info)};
  }

  /// Element i of probe number p: 1 or −1.
  static double probe(std::size_t p, std::size_t i) { return lockstep::random_bits(p, i) % 2 == 0 ? 1.0 : -1.0; }

  /// What check() compares with. A decomposition in double would cost n³/3 operations, a minute at n = 16384; these are 4 n².
  static Reference reference(const Inputs& in) {
    const auto n = static_cast<std::size_t>(in.n), pitch = static_cast<std::size_t>(pitch_of(in.n));
    Reference want{in.n, in.info, in.l, std::vector<double>(kProbes * n), std::vector<double>(n)};
    for (std::size_t i = 0; i < n; ++i) want.diagonal[i] = in.a[i * pitch + i];
    for (std::size_t p = 0; p < kProbes; ++p) {
      const std::span ax = std::span(want.ax).subspan(p * n, n);
      for (std::size_t i = 0; i < n; ++i) {
        ax[i] += want.diagonal[i] * probe(p, i);
        for (std::size_t j = 0; j < i; ++j) {
          ax[i] += in.a[i * pitch + j] * probe(p, j);
          ax[j] += in.a[i * pitch + j] * probe(p, i);
        }
      }
    }
    return want;
  }

  /// The first element of L that is not `want.l`'s.
  static lockstep::Verdict check_exact(const Reference& want, const std::vector<float>& l) {
    const auto n = static_cast<std::size_t>(want.n), pitch = static_cast<std::size_t>(pitch_of(want.n));
    lockstep::Verdict verdict{.passed = true, .what = "L"};
    for (std::size_t i = 0; i < n && verdict.passed; ++i)
      verdict = lockstep::compare(std::span(l).subspan(i * pitch, n), std::span(want.l).subspan(i * pitch, n), 0.0,
                                  "L[" + std::to_string(i) + "]", "made of integers and powers of two: no step rounds");
    return verdict;
  }

  /// Whether `l` is zero right of the diagonal, and positive on it.
  static lockstep::Verdict check_shape(const Reference& want, const std::vector<float>& l) {
    const auto n = static_cast<std::size_t>(want.n), pitch = static_cast<std::size_t>(pitch_of(want.n));
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = std::span(l).subspan(i * pitch, n);
      if (!(row[i] > 0))
        return {.index = static_cast<std::int64_t>(i),
                .expected = std::sqrt(want.diagonal[i]),
                .got = row[i],
                .what = "diagonal of L",
                .why = "it must be positive"};
      for (std::size_t j = i + 1; j < n; ++j)
        if (row[j] != 0)
          return {.index = static_cast<std::int64_t>(j),
                  .got = row[j],
                  .what = "L[" + std::to_string(i) + "]",
                  .why = "zero right of the diagonal"};
    }
    return {.passed = true};
  }

  /// L (Lᵀ x) for each probe, one after the other.
  static std::vector<double> products(std::int64_t side, const std::vector<float>& l) {
    const auto n = static_cast<std::size_t>(side), pitch = static_cast<std::size_t>(pitch_of(side));
    std::vector<double> all(kProbes * n);
    for (std::size_t p = 0; p < kProbes; ++p) {
      std::vector<double> y(n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) y[j] += l[i * pitch + j] * probe(p, i);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) all[p * n + i] += l[i * pitch + j] * y[j];
    }
    return all;
  }

  /// The error allowed to real inputs: |((A − LLᵀ) x)ᵢ| ≤ 6 √n u aᵢᵢ for two vectors x of random signs, u = 2⁻²⁴.
  ///
  /// A product with a vector takes n² operations where LLᵀ takes n³/3, and shows the same: whatever is wrong in row i of LLᵀ is in
  /// element i of the product, unless it cancels, which two vectors of random signs make unlikely (Freivalds, 1979).
  ///
  /// The guaranteed bound is |A − LLᵀ| ≤ (n + 1) u |L||Lᵀ| element by element, for every order of summation (Higham, Accuracy and
  /// Stability of Numerical Algorithms, 2nd ed., Theorem 10.3). Added along a row it forgives too much. So it gives way to a probabilistic
  /// one (Higham and Mary, SIAM J. Sci. Comput. 41, 2019): the roundings of single operations are independent, with mean zero and at most u
  /// times the result. Element (i, j) goes through j + 1 operations, whose results are of the size of |aᵢⱼ|: what is subtracted,
  /// Σ lᵢₖ lⱼₖ, has random signs and stays small. So its error has a standard deviation of √n u |aᵢⱼ| at most; the n errors of a row
  /// add up to √n u √(Σⱼ aᵢⱼ²) ≤ √n u √(aᵢᵢ² + n) ≤ 1.06 √n u aᵢᵢ, as |aᵢⱼ| ≤ 1 and aᵢᵢ ≥ 3√n. The bound is six times √n u aᵢᵢ;
  /// the worst of 8192 rows has come to 2.6 times, in the order of v4, which is v1's: one product after the other.
  ///
  /// A dropped product lᵢₖ lⱼₖ, about 0.1/√n, shows where it exceeds the bound, about 1.3 · 10⁻⁶ n: nineteen of twenty at n = 150. A
  /// dropped step k of a row is √n such products, and shows up to n = 30000. The exact inputs show every one that is not zero.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    lockstep::Verdict info = lockstep::compare(got.info, std::vector{want.info}, 0.0, "info", "the column that is not positive definite");
    if (!info.passed || want.info != 0) return info;  // LAPACK, too, promises nothing of L then
    if (kind == lockstep::InputKind::exact) return check_exact(want, got.l);
    if (lockstep::Verdict shape = check_shape(want, got.l); !shape.passed) return shape;
    const double relative = 6 * std::sqrt(static_cast<double>(want.n)) * 0x1p-24;
    const auto bound = [&](std::size_t i) { return relative * want.diagonal[i % static_cast<std::size_t>(want.n)]; };
    return lockstep::compare(products(want.n, got.l), want.ax, bound, "L L^T x", "6 sqrt(n) 2^-24 times the diagonal element of A");
  }

  /// Half of A is read, all of L is written. A third of n³ operations: n²/2 elements with n/3 multiplications and additions on average.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n * (n + 1) / 2 + n * n + 1) * sizeof(float), .operations = n * n * n / 3};
  }
};

using Lesson = Cholesky;
using Version = lockstep::Version<Cholesky>;
using lockstep::Launch;
