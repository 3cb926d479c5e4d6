/// @file
/// @brief The exercise's problem: the mean of n floats, and their mean squared error about it.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given x, n measurements of one thing, find their mean m = Σ xᵢ / n and the mean squared error e
/// = Σ (xᵢ − m)² / n.
struct MeanAndError {
  struct Inputs {
    std::vector<float> x;  ///< n
  };
  struct Outputs {
    std::vector<float> mean;   ///< one element
    std::vector<float> error;  ///< one element
  };
  /// What run() works on. cudaMalloc aligns `x` to 256 bytes.
  struct Device {
    std::int64_t n;
    const float* x;
    float* mean;
    float* error;
  };
  struct Reference {
    double mean, error;
    double largest;  ///< max |xᵢ|
    double spread;   ///< e + max (xᵢ − m)²
    double n;
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "03_reduction exercise",
      .title = "Mean and mean squared error",
      .simulator_size = {std::int64_t{1} << 18},
      .gpu_size = {std::int64_t{1} << 28},
  };

  /// Exact: integers whose distances from any of them have squares that add to 2²⁴ at most. The
  /// first is larger than all others, so that a dropped element shows even where the first was
  /// subtracted from it.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in{std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::real) {
      lockstep::fill_reals(std::span(in.x), seed, -1.0, 1.0);
      return in;
    }
    const int magnitude =
        lockstep::exact_magnitude(9 * size.count(), 2);  // distances are up to 2 · magnitude + 1
    lockstep::fill_integers(std::span(in.x), seed, magnitude);
    in.x.front() = static_cast<float>(magnitude + 1);
    return in;
  }

  static Outputs make_outputs(lockstep::Size) {
    return {std::vector<float>(1), std::vector<float>(1)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.n = size.count(),
            .x = arrays.input("x", in.x),
            .mean = arrays.output("mean", out.mean),
            .error = arrays.output("error", out.error)};
  }

  /// In two passes, the mean first. Elements have 24 bits, sums 53: the mean's error is then
  /// below the squared error's last digits.
  static Reference reference(const Inputs& in) {
    Reference want{
        .mean = 0, .error = 0, .largest = 0, .spread = 0, .n = static_cast<double>(in.x.size())};
    for (const float x : in.x) {
      want.mean += double{x};
      want.largest = std::max(want.largest, std::abs(double{x}));
    }
    want.mean /= want.n;
    double farthest = 0;
    for (const float x : in.x) {
      const double square = (double{x} - want.mean) * (double{x} - want.mean);
      want.error += square;
      farthest = std::max(farthest, square);
    }
    want.error /= want.n;
    want.spread = want.error + farthest;
    return want;
  }

  /// u = 2⁻²⁴. If you add distances d from one of the elements, Σ d²/n = e + (that element's own
  /// distance from m)²: `spread` at most.
  ///
  /// Exact: sums have no error. The mean, with two divisions and an addition, is within 4 u ·
  /// largest; squares and a difference more make 8 u · spread. A dropped element changes the mean
  /// by 1/n at least, which is more: 2⁻¹⁸ against 2⁻²⁰ at n = 2¹⁸.
  ///
  /// Reals: each addition errs by δ times its result, |δ| ≤ u. Squares have one sign, so no result
  /// exceeds their sum S, and the total has a standard deviation below u √(n/3) · S where the δ are
  /// independent (Higham and Mary, SIAM J. Sci. Comput. 41, 2019), even if one float adds them all.
  /// 4 √n u is some 7 of those. For the mean the same holds of Σ|d|/n, which is √spread at most.
  ///
  /// No bound for the error grows with the mean: 10⁶ ± 1 has the same bound as 0 ± 1. Σ
  /// xᵢ²/n − m² is off by u · m² there.
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    constexpr double u = 0x1p-24;
    const double adding = kind == lockstep::InputKind::exact ? 0.0 : 4 * std::sqrt(want.n) * u;
    auto mean = lockstep::compare(got.mean, std::vector{want.mean},
                                  4 * u * want.largest + adding * std::sqrt(want.spread), "mean",
                                  adding == 0 ? "2^-22 * max |x|: integers add without error"
                                              : "2^-22 * (max |x| + sqrt(n spread))");
    if (!mean.passed) return mean;
    return lockstep::compare(got.error, std::vector{want.error}, (8 * u + adding) * want.spread,
                             "error",
                             adding == 0 ? "2^-21 * spread: integers add without error"
                                         : "2^-22 * (2 + sqrt(n)) * spread");
  }

  /// Two operations for the sum, and two for the squares.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n + 2) * sizeof(float), .operations = 4 * n};
  }
};

using Lesson = MeanAndError;
using Version = lockstep::Version<MeanAndError>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
