/// @file
/// @brief The sum of n floats: inputs, reference, error bound and cost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given x, n floats, find the one float Σ xᵢ.
struct Reduction {
  struct Inputs {
    std::vector<float> x;  ///< n
  };
  struct Outputs {
    std::vector<float> sum;  ///< one element
  };
  /// What a version works on. cudaMalloc aligns `x` to 256 bytes.
  struct Device {
    std::int64_t n;
    const float* x;
    float* sum;
  };
  struct Reference {
    double sum;        ///< Σ xᵢ
    double magnitude;  ///< Σ |xᵢ|: what rounding errors are measured against
    double n;
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "03_reduction",
      .title = "Reduction: Σ xᵢ",
      .simulator_size = {std::int64_t{1} << 17},
      .gpu_size = {std::int64_t{1} << 26},
  };

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in{std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::exact) {
      lockstep::fill_integers(std::span(in.x), seed, lockstep::exact_magnitude(size.count(), 1));
    } else {
      lockstep::fill_reals(std::span(in.x), seed, -1.0, 1.0);
    }
    return in;
  }

  static Outputs make_outputs(lockstep::Size) { return {std::vector<float>(1)}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.n = size.count(), .x = arrays.input("x", in.x), .sum = arrays.output("sum", out.sum)};
  }

  static Reference reference(const Inputs& in) {
    Reference want{.sum = 0, .magnitude = 0, .n = static_cast<double>(in.x.size())};
    for (const float x : in.x) {
      want.sum += double{x};
      want.magnitude += std::abs(double{x});
    }
    return want;
  }

  /// The error allowed to real inputs, whatever the order of summation: min(n − 1, 12) · u · Σ|xᵢ|,
  /// where u = 2⁻²⁴.
  ///
  /// An element goes through at most n − 1 additions, so up to n = 13 this is the bound that is
  /// guaranteed in every order. Beyond that it is the probabilistic one of lesson 04's problem.hpp:
  /// the error's variance is at most u² Σ Sₖ² over all intermediate results Sₖ, and with random
  /// signs Σ Sₖ² ≈ (additions that an element goes through, on average) · Σ xᵢ².
  ///
  /// The longest chain is v0's, one element after the other. There an element goes through n
  /// additions at most, so the variance is at most u² n Σ xᵢ². For elements uniform in [−1, 1), Σ
  /// xᵢ² = n/3 and Σ|xᵢ| = n/2: a standard deviation of 2/√3 · u · Σ|xᵢ|, and 12 is more than ten
  /// of those. (Of 20000 vectors summed that way the worst came to 3.4 u Σ|xᵢ|.)
  ///
  /// A tree needs far less. In it an element goes through log₂ n additions: the standard deviation
  /// is 2/√3 · u · Σ|xᵢ| · √(log₂ n / n), for a million elements 1/200 of the chain's. But one
  /// bound must serve all versions.
  ///
  /// A dropped element shows where it exceeds the bound, 6 n u on average: at n = 1025, over 99.9 %
  /// of them do, at 65537, 97 %. The exact inputs show every one.
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.sum, std::vector{want.sum}, 0.0, "sum",
                               "integers add without error");
    const double bound = std::min(want.n - 1, 12.0) * 0x1p-24 * want.magnitude;
    return lockstep::compare(got.sum, std::vector{want.sum}, bound, "sum",
                             "min(n - 1, 12) * 2^-24 * sum of |x|");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n + 1) * sizeof(float), .operations = n};
  }
};

using Lesson = Reduction;
using Version = lockstep::Version<Reduction>;
using lockstep::Launch;
using lockstep::Stage;
