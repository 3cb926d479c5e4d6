/// @file
/// @brief The exercise's problem: y = Aᵀx, A any rectangular matrix, row after row in memory.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "pitched.hpp"

/// Given A, rows × columns floats, and x, an element for each row, find y, an element for each column: yⱼ = Σᵢ aᵢⱼ xᵢ. A size is
/// columns x rows.
struct TransposedProduct {
  struct Inputs {
    lockstep::Size size;   ///< columns x rows
    std::vector<float> a;  ///< row after row, each a pitch long: its columns, and NaN up to the next row
    std::vector<float> x;  ///< one for each row
  };
  struct Outputs {
    std::vector<float> y;  ///< one for each column
  };
  /// What run() works on. Row i begins at a + i * pitch, on a boundary of 128 bytes.
  struct Device {
    std::int64_t rows, columns;
    std::int64_t pitch;  ///< elements from a row to the next
    const float* a;
    const float* x;
    float* y;
  };
  struct Reference {
    std::vector<double> y;          ///< Σᵢ aᵢⱼ xᵢ
    std::vector<double> magnitude;  ///< Σᵢ |aᵢⱼ xᵢ|: what rounding errors are measured against
    std::size_t rows;
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "05_matrix_vector exercise",
      .title = "Transposed matrix-vector product: y = Aᵀx",
      .dimensions = 2,
      .simulator_size = {1024, 512},
      .gpu_size = {16384, 16384},
      .ragged_sizes = lockstep::kRaggedRectangles,
  };

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const std::int64_t rows = size.height, columns = size.width;
    Inputs in{size, std::vector<float>(static_cast<std::size_t>(rows * row_pitch(rows, columns))),
              std::vector<float>(static_cast<std::size_t>(rows))};
    std::uint64_t array = 0;
    for (const std::span<float> numbers : {std::span(in.a), std::span(in.x)}) {
      const std::uint64_t own_seed = lockstep::array_seed(seed, array++);
      if (kind == lockstep::InputKind::exact) {
        lockstep::fill_integers(numbers, own_seed, lockstep::exact_magnitude(rows, 2));
      } else {
        lockstep::fill_reals(numbers, own_seed, -1.0, 1.0);
      }
    }
    poison_padding(in.a, rows, columns);
    return in;
  }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<float>(static_cast<std::size_t>(size.width))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.rows = size.height,
            .columns = size.width,
            .pitch = row_pitch(size.height, size.width),
            .a = arrays.input("A", in.a),
            .x = arrays.input("x", in.x),
            .y = arrays.output("y", out.y)};
  }

  static Reference reference(const Inputs& in) {
    const std::size_t rows = in.x.size(), pitch = in.a.size() / rows, columns = static_cast<std::size_t>(in.size.width);
    Reference want{std::vector<double>(columns), std::vector<double>(columns), rows};
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        const double product = double{in.a[i * pitch + j]} * double{in.x[i]};  // exact: 24 + 24 bits fit in 53
        want.y[j] += product;
        want.magnitude[j] += std::abs(product);
      }
    return want;
  }

  /// The error allowed to real inputs in element j is relative_bound(rows) · Σᵢ|aᵢⱼ xᵢ|. Integers add without error: none of them is zero,
  /// so each product that is left out, taken twice or taken from elsewhere shows.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact) return lockstep::compare(got.y, want.y, 0.0, "y", "integers add without error");
    const double relative = relative_bound(want.rows);
    const auto bound = [&](std::size_t j) { return relative * want.magnitude[j]; };
    return lockstep::compare(got.y, want.y, bound, "y", "min(rows, 16) * 2^-24 * the column's sum of |a x|");
  }

  /// The padding is not part of what must move.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto rows = static_cast<double>(size.height), columns = static_cast<double>(size.width);
    return {.bytes = (rows * columns + rows + columns) * sizeof(float), .operations = 2 * rows * columns};
  }
};

using Lesson = TransposedProduct;
using Version = lockstep::Version<TransposedProduct>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
