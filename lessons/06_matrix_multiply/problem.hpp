/// @file
/// @brief The matrix product C = AB for float, double, int and short: inputs, reference, error bound and cost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "lockstep/parallel.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// What a sum of products of T is kept in. Integers: unsigned, which wraps modulo 2³² where a signed sum would be undefined.
///
/// So a product of any integers is defined, whatever overflows. An operand converts to unsigned modulo 2³² (`Sum<T>(x)`), products and sums
/// are then right modulo 2³², and so is what is stored in an int. In a short it is right modulo 2¹⁶, which divides 2³². Both stores convert
/// to a signed type that cannot hold the value: since C++20 that is the value modulo 2ⁿ, on every compiler ([conv.integral]); before, each
/// compiler chose by itself.
template <class T>
using Sum = std::conditional_t<std::is_integral_v<T>, unsigned, T>;

/// What a version works on: row after row, without a gap. cudaMalloc aligns each matrix, not each row, to 256 bytes.
template <class T>
struct Matrices {
  std::int64_t m;  ///< rows of A and C
  std::int64_t n;  ///< columns of B and C
  std::int64_t k;  ///< columns of A, rows of B
  const T* a;
  const T* b;
  T* c;
};

/// Given A, m × k, and B, k × n, find C, m × n: cᵢⱼ = Σₗ aᵢₗ bₗⱼ. The size of the problem is m × n × k.
template <class T>
struct MatrixMultiply {
  struct Inputs {
    lockstep::Size size;
    std::vector<T> a;  ///< m × k
    std::vector<T> b;  ///< k × n
  };
  struct Outputs {
    std::vector<T> c;  ///< m × n
  };
  using Device = Matrices<T>;
  struct Reference {
    lockstep::Size size;
    std::vector<double> c;        ///< of integers: with overflow, as a T has it
    std::vector<double> rows;     ///< ‖aᵢ‖, the norm of each row of A: what rounding errors are measured against; of integers none
    std::vector<double> columns;  ///< ‖bⱼ‖, of each column of B
  };

  static constexpr std::array kRagged{lockstep::Size{1, 1, 1},    lockstep::Size{1, 1, 131},  lockstep::Size{33, 31, 1},
                                      lockstep::Size{31, 33, 32}, lockstep::Size{1, 127, 63}, lockstep::Size{129, 1, 33},
                                      lockstep::Size{67, 131, 5}, lockstep::Size{130, 68, 36}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "06_matrix_multiply",
      .title = "Matrix product: C = AB",
      .type = lockstep::kTypeName<T>,
      .dimensions = 3,
      .size_form = "MxNxK",
      .simulator_size = {128, 128, 128},
      .gpu_size = {2048, 2048, 2048},
      .ragged_sizes = kRagged,
      .takes_tile = true,
  };

  /// Exact: small integers; up to k = 2²⁴ no partial sum leaves the integers that a float holds. Real: reals in [−1, 1); for int and short,
  /// integers of the whole range, whose sums overflow.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const auto [m, n, k] = size;
    Inputs in{size, std::vector<T>(count(m, k)), std::vector<T>(count(k, n))};
    std::uint64_t array = 0;
    for (const std::span<T> matrix : {std::span(in.a), std::span(in.b)}) {
      const std::uint64_t own_seed = lockstep::array_seed(seed, array++);
      if (kind == lockstep::InputKind::exact) {
        lockstep::fill_integers(matrix, own_seed, lockstep::exact_magnitude(k, 2));
      } else if constexpr (std::is_integral_v<T>) {
        lockstep::fill_integers(matrix, own_seed, std::numeric_limits<T>::max());
      } else {
        lockstep::fill_reals(matrix, own_seed, -1.0, 1.0);
      }
    }
    return in;
  }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<T>(count(size.width, size.height))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    const auto [m, n, k] = size;
    return {.m = m, .n = n, .k = k, .a = arrays.input("A", in.a), .b = arrays.input("B", in.b), .c = arrays.output("C", out.c)};
  }

  static Reference reference(const Inputs& in) {
    const auto [m, n, k] = in.size;
    Reference want{.size = in.size, .c = std::vector<double>(count(m, n)), .rows = {}, .columns = {}};
    const std::int64_t across = (n + kColumns - 1) / kColumns, down = (m + kRows - 1) / kRows;
    lockstep::parallel_for(across * down,
                           [&](std::int64_t tile) { multiply(in, tile / across * kRows, tile % across * kColumns, want.c); });
    if constexpr (std::is_floating_point_v<T>) add_norms(in, want);
    return want;
  }

  /// The error allowed to real inputs, whatever the order of summation: 16 · u · ‖aᵢ‖ ‖bⱼ‖, where u is 2⁻²⁴ for float; for double, u is
  /// 2⁻⁵³ and the bound is twice that, because the reference's own error is of the same kind and size. Integers are allowed none.
  ///
  /// An element is a dot product, and lesson 04's bound is derived for that. Here it is measured against ‖aᵢ‖ ‖bⱼ‖ instead of Σₗ|aᵢₗ bₗⱼ|,
  /// which avoids another product of matrices. By Cauchy and Schwarz it is never smaller, and for factors uniform in [−1, 1]
  /// about k/3 where the other is k/4. Up to k = 16 the bound is more than the guaranteed k · u · Σ|aᵢₗ bₗⱼ| of one addition after the
  /// other (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1). Beyond, it is a probabilistic one: with errors
  /// of single additions independent, of mean zero and at most u (Higham and Mary, SIAM J. Sci. Comput. 41, 2019), the variance of the
  /// total is u² Σ Sₗ² over the partial sums Sₗ. With l products of mean square 1/9 in Sₗ that is u² k²/18: the bound is 16/3 · √18, or 22,
  /// standard deviations for the longest chain there is, v0's; room for the largest of 2²⁶ elements.
  ///
  /// It leaves room for v8 also, which writes a factor as two numbers of 11 bits, and leaves out the smallest of the four products of
  /// these: with what is cut off that loses 2⁻²¹ |aᵢₗ bₗⱼ|, 8 u, at most.
  ///
  /// A dropped product shows where it exceeds the bound: at k = 1025, 99.7 % of them do. The exact inputs show every one.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (std::is_integral_v<T>) return lockstep::compare(got.c, want.c, 0.0, "C", "integers have no rounding");
    if (kind == lockstep::InputKind::exact) return lockstep::compare(got.c, want.c, 0.0, "C", "integers add without error");
    const double u = double{std::numeric_limits<T>::epsilon()} / 2;
    const double units = std::is_same_v<T, double> ? 32 : 16;
    const auto n = static_cast<std::size_t>(want.size.height);
    const auto bound = [&](std::size_t i) { return units * u * want.rows[i / n] * want.columns[i % n]; };
    return lockstep::compare(got.c, want.c, bound, "C", units == 16 ? "16 * 2^-24 * |row| * |column|" : "32 * 2^-53 * |row| * |column|");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    const auto m = static_cast<double>(size.width), n = static_cast<double>(size.height), k = static_cast<double>(size.depth);
    return {.bytes = (m * k + k * n + m * n) * sizeof(T), .operations = 2 * m * n * k};
  }

 private:
  static constexpr std::int64_t kRows = 16, kColumns = 64;  ///< of a tile of the reference: its sums stay in the nearest cache

  static constexpr std::size_t count(std::int64_t rows, std::int64_t columns) { return static_cast<std::size_t>(rows * columns); }
  static constexpr std::size_t at(std::int64_t row, std::int64_t column, std::int64_t columns) {
    return count(row, columns) + count(column, 1);
  }

  /// The tile of C whose first element is (row, column).
  static void multiply(const Inputs& in, std::int64_t row, std::int64_t column, std::vector<double>& c) {
    using Wide = std::conditional_t<std::is_integral_v<T>, unsigned, double>;
    const auto [m, n, k] = in.size;
    const std::int64_t rows = std::min(kRows, m - row), columns = std::min(kColumns, n - column);
    Wide sums[kRows][kColumns] = {}, b[kColumns] = {};
    for (std::int64_t l = 0; l < k; ++l) {
      for (std::int64_t j = 0; j < columns; ++j) b[j] = static_cast<Wide>(in.b[at(l, column + j, n)]);
      for (std::int64_t i = 0; i < rows; ++i) {
        const auto a = static_cast<Wide>(in.a[at(row + i, l, k)]);
        for (std::int64_t j = 0; j < kColumns; ++j) sums[i][j] += a * b[j];  // a constant number of steps: the compiler makes it SIMD
      }
    }
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) c[at(row + i, column + j, n)] = stored(sums[i][j]);
  }

  static double stored(double sum) { return sum; }
  static double stored(unsigned sum) { return static_cast<double>(static_cast<T>(sum)); }

  static void add_norms(const Inputs& in, Reference& want) {
    const auto [m, n, k] = in.size;
    want.rows.resize(static_cast<std::size_t>(m));
    want.columns.resize(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < in.a.size(); ++i) want.rows[i / static_cast<std::size_t>(k)] += double{in.a[i]} * double{in.a[i]};
    for (std::size_t i = 0; i < in.b.size(); ++i) want.columns[i % static_cast<std::size_t>(n)] += double{in.b[i]} * double{in.b[i]};
    for (std::vector<double>* norms : {&want.rows, &want.columns})
      for (double& norm : *norms) norm = std::sqrt(norm);
  }
};

using Lesson = lockstep::Types<MatrixMultiply<float>, MatrixMultiply<double>, MatrixMultiply<int>, MatrixMultiply<short>>;
using Version = lockstep::Version<Lesson>;
using lockstep::Launch;
