/// @file
/// @brief The product y = Ax of a dense, symmetric matrix and a vector: inputs, reference, error
/// bound and cost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "pitched.hpp"

/// Given A, n × n floats with aᵢⱼ = aⱼᵢ, and x, n floats, find y, n floats: yᵢ = Σⱼ aᵢⱼ xⱼ. The
/// size of the problem is n, not n².
struct MatrixVector {
  struct Inputs {
    std::vector<float>
        a;  ///< row after row, each pitch_of(n) long: n elements, and NaN up to the next row
    std::vector<float> x;  ///< n
  };
  struct Outputs {
    std::vector<float> y;  ///< n
  };
  /// What a version works on. Row i begins at a + i * pitch, on a boundary of 128 bytes.
  struct Device {
    std::int64_t n;
    std::int64_t pitch;  ///< elements from a row to the next
    const float* a;
    const float* x;
    float* y;
  };
  struct Reference {
    std::vector<double> y;          ///< Σⱼ aᵢⱼ xⱼ
    std::vector<double> magnitude;  ///< Σⱼ |aᵢⱼ xⱼ|: what rounding errors are measured against
  };

  static constexpr std::array kRagged{
      lockstep::Size{1},   lockstep::Size{2},   lockstep::Size{31},
      lockstep::Size{32},  lockstep::Size{33},  lockstep::Size{127},
      lockstep::Size{129}, lockstep::Size{257}, lockstep::Size{523}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "05_matrix_vector",
      .title = "Matrix-vector product: y = Ax, A symmetric",
      .simulator_size = {1024},
      .gpu_size = {8192},
      .ragged_sizes = kRagged,
      .takes_elements = true,
  };

  /// @throws std::bad_alloc where n² elements are more than any machine has
  static std::int64_t pitch_of(std::int64_t n) { return row_pitch(n, n); }

  /// Makes the matrix symmetric: what lies above the diagonal goes below it, by small squares, so
  /// that both sides stay in the cache.
  static void mirror(std::vector<float>& a, std::int64_t n, std::int64_t pitch) {
    constexpr std::int64_t kSquare = 32;
    for (std::int64_t row = 0; row < n; row += kSquare)
      for (std::int64_t column = 0; column <= row; column += kSquare)
        for (std::int64_t i = row; i < std::min(row + kSquare, n); ++i)
          for (std::int64_t j = column; j < std::min(column + kSquare, i); ++j)
            a[static_cast<std::size_t>(i * pitch + j)] = a[static_cast<std::size_t>(j * pitch + i)];
  }

  /// The element at (i, j) follows from the pair (min(i, j), max(i, j)). What lies between the rows
  /// is NaN, which shows if it is used.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const std::int64_t n = size.count(), pitch = pitch_of(n);
    Inputs in{std::vector<float>(static_cast<std::size_t>(n * pitch)),
              std::vector<float>(static_cast<std::size_t>(n))};
    std::uint64_t array = 0;
    for (const std::span<float> numbers : {std::span(in.a), std::span(in.x)}) {
      const std::uint64_t own_seed = lockstep::array_seed(seed, array++);
      if (kind == lockstep::InputKind::exact) {
        lockstep::fill_integers(numbers, own_seed, lockstep::exact_magnitude(n, 2));
      } else {
        lockstep::fill_reals(numbers, own_seed, -1.0, 1.0);
      }
    }
    mirror(in.a, n, pitch);
    poison_padding(in.a, n, n);
    return in;
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {std::vector<float>(static_cast<std::size_t>(size.count()))};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.n = size.count(),
            .pitch = pitch_of(size.count()),
            .a = arrays.input("A", in.a),
            .x = arrays.input("x", in.x),
            .y = arrays.output("y", out.y)};
  }

  static Reference reference(const Inputs& in) {
    const std::size_t n = in.x.size(), pitch = in.a.size() / n;
    Reference want{std::vector<double>(n), std::vector<double>(n)};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const double product =
            double{in.a[i * pitch + j]} * double{in.x[j]};  // exact: 24 + 24 bits fit in 53
        want.y[i] += product;
        want.magnitude[i] += std::abs(product);
      }
    return want;
  }

  /// The error allowed to real inputs in row i is relative_bound(n) · Σⱼ|aᵢⱼ xⱼ|.
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.y, want.y, 0.0, "y", "integers add without error");
    const double relative = relative_bound(want.y.size());
    const auto bound = [&](std::size_t i) { return relative * want.magnitude[i]; };
    return lockstep::compare(got.y, want.y, bound, "y",
                             "min(n, 16) * 2^-24 * the row's sum of |a x|");
  }

  /// A read once, all of it. A version that reads one triangle, which holds the other, may move
  /// half of these bytes.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n * n + 2 * n) * sizeof(float), .operations = 2 * n * n};
  }
};

using Lesson = MatrixVector;
using Version = lockstep::Version<MatrixVector>;
using lockstep::Launch;
using lockstep::Stage;
