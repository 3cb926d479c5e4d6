/// @file
/// @brief C = A + Bᵀ for float matrices in pitched memory, and ‖C‖²: inputs, reference, error
/// bounds and cost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "pitched.hpp"

/// Given A with `height` rows of `width` floats and B with `width` rows of `height` floats, find C
/// = A + Bᵀ and the squared Frobenius norm ‖C‖² = Σ cᵢⱼ². Rows begin a pitch apart: row i of A
/// begins at a + i · pitch.
struct MatrixAdd {
  struct Inputs {
    lockstep::Size size;
    std::vector<float> a;  ///< height rows, pitched::pitch_of(width) apart; NaN between them
    std::vector<float> b;  ///< width rows, pitched::pitch_of(height) apart; NaN between them
  };
  struct Outputs {
    std::vector<float> c;     ///< placed as A; versions must not write between the rows
    std::vector<float> norm;  ///< one element: ‖C‖²
  };
  /// What a version works on. Each row begins at a multiple of 256 bytes.
  struct Device {
    std::int64_t width, height;
    std::int64_t pitch;    ///< of A and C, in elements
    std::int64_t b_pitch;  ///< of B, in elements
    const float* a;
    const float* b;
    float* c;
    float* norm;
  };
  struct Reference {
    lockstep::Size size;
    std::vector<float> c;  ///< row by row, nothing between the rows
    double norm;
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "02_matrix_add",
      .title = "Matrix addition: C = A + Bᵀ and ‖C‖²",
      .dimensions = 2,
      .simulator_size = {512, 384},
      .gpu_size = {8192, 8192},
      .ragged_sizes = lockstep::kRaggedRectangles,
  };

  /// Exact inputs are integers with Σ cᵢⱼ² ≤ 2²⁴, so that every partial sum is an integer which a
  /// float holds. In up to 2²² elements no cᵢⱼ is zero. In more than those, that many squares
  /// cannot stay below 2²⁴: B takes A away but for 2²¹ elements or so.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const bool exact = kind == lockstep::InputKind::exact;
    std::vector<float> dense(static_cast<std::size_t>(size.count()));
    const auto random_matrix = [&](std::int64_t columns, std::int64_t rows, std::uint64_t array) {
      const std::uint64_t own_seed = lockstep::array_seed(seed, array);
      if (exact) {
        lockstep::fill_integers(
            std::span(dense), own_seed,
            lockstep::exact_magnitude(4 * size.count(), 2));  // |cᵢⱼ| is up to twice as much
      } else {
        lockstep::fill_reals(std::span(dense), own_seed, -1.0, 1.0);
      }
      return pitched::matrix(columns, rows, dense);
    };
    Inputs in{size, random_matrix(size.width, size.height, 0),
              random_matrix(size.height, size.width, 1)};
    if (exact) choose_zeros(in, lockstep::array_seed(seed, 2));
    return in;
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {pitched::matrix(size.width, size.height), std::vector<float>(1)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.width = size.width,
            .height = size.height,
            .pitch = pitched::pitch_of(size.width),
            .b_pitch = pitched::pitch_of(size.height),
            .a = arrays.input("a", in.a),
            .b = arrays.input("b", in.b),
            .c = arrays.output("c", out.c),
            .norm = arrays.output("norm", out.norm)};
  }

  static Reference reference(const Inputs& in) {
    const std::int64_t width = in.size.width, height = in.size.height;
    Reference want{in.size, std::vector<float>(static_cast<std::size_t>(in.size.count())), 0};
    pitched::for_each_element(in.size, [&](std::int64_t row, std::int64_t column) {
      const double sum = double{in.a[pitched::at(row, column, width)]} +
                         double{in.b[pitched::at(column, row, height)]};
      const auto c = static_cast<float>(
          sum);  // rounded twice, but 53 bits are enough for that to be as good as once
      want.c[static_cast<std::size_t>(row * width + column)] = c;
      want.norm += double{c} * double{c};
    });
    return want;
  }

  /// C is allowed no error, of real inputs either: an element is one addition, and IEEE 754 has one
  /// right answer to that.
  ///
  /// The error allowed to the norm of real inputs is min(w + h, 6 √(h + w/h + 3)) · u · ‖C‖², where
  /// u = 2⁻²⁴, w and h are the width and height.
  ///
  /// w + h is the guarantee, to first order, for the longest chain of roundings there is, v0's: a
  /// square is rounded, goes through w − 1 additions to its row's sum, and that through h − 1
  /// others (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 4.2). All
  /// terms are positive, so the sum of their magnitudes is ‖C‖² itself.
  ///
  /// The other is a probabilistic bound, as in lesson 04: each operation errs by δ times its
  /// result, |δ| ≤ u, with the δ independent and of mean zero (Higham and Mary, SIAM J. Sci.
  /// Comput. 41, 2019). Then the variance is at most u² Σ Sₖ² over all intermediate results Sₖ. The
  /// terms being of one sign, the k-th partial sum of m equal ones is k/m of the whole, S, and Σ
  /// Sₖ² ≈ m S²/3. That is h ‖C‖⁴/3 for adding the rows' sums, h · w (‖C‖²/h)²/3 inside the rows,
  /// and less than ‖C‖⁴ for rounding the squares. The bound is more than 10 standard deviations: 6
  /// √3, and δ is usually well below u. Blocks and warps add in trees, through far fewer additions.
  /// (It ends where a row's sum swallows its terms, at rows of some 2²² elements.)
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    for (std::int64_t row = 0; row < want.size.height; ++row)
      if (auto verdict = pitched::check_row(want.size, want.c, got.c, row, "C",
                                            "one addition has one right answer");
          !verdict.passed)
        return verdict;
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.norm, std::vector{want.norm}, 0.0, "norm",
                               "integers add without error");
    const auto w = static_cast<double>(want.size.width), h = static_cast<double>(want.size.height);
    const double bound = std::min(w + h, 6 * std::sqrt(h + w / h + 3)) * 0x1p-24 * want.norm;
    return lockstep::compare(got.norm, std::vector{want.norm}, bound, "norm",
                             "min(w + h, 6 sqrt(h + w/h + 3)) * 2^-24 * norm");
  }

  /// The padding is not part of what must move.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (3 * n + 1) * sizeof(float), .operations = 3 * n};
  }

 private:
  static void choose_zeros(Inputs& in, std::uint64_t seed) {
    const std::int64_t width = in.size.width, height = in.size.height;
    const std::int64_t n = in.size.count();
    const double share =
        n <= std::int64_t{1} << 22
            ? 1.0
            : 0x1p21 / static_cast<double>(n);  // of the elements of C that are not zero
    pitched::for_each_element(in.size, [&](std::int64_t row, std::int64_t column) {
      const float a = in.a[pitched::at(row, column, width)];
      float& b = in.b[pitched::at(column, row, height)];
      if (lockstep::random_unit(seed, static_cast<std::uint64_t>(row * width + column)) >= share)
        b = -a;
      else if (b == -a)
        b = a;
    });
  }
};

using Lesson = MatrixAdd;
using Version = lockstep::Version<MatrixAdd>;
using lockstep::Launch;
using lockstep::Stage;
