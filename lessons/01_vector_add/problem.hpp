/// @file
/// @brief Vector addition c = a + b and the checksum Σ cᵢ: inputs, reference, error bounds, cost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given a and b, n floats each, find the n floats cᵢ = aᵢ + bᵢ and the one float Σ cᵢ.
struct VectorAdd {
  struct Inputs {
    std::vector<float> a, b;  ///< n each
  };
  struct Outputs {
    std::vector<float> c;    ///< n
    std::vector<float> sum;  ///< one element
  };
  /// What a version works on. Device memory is aligned to 256 bytes.
  struct Device {
    std::int64_t n;
    const float* a;
    const float* b;
    float* c;
    float* sum;
  };
  struct Reference {
    std::vector<float> c;  ///< aᵢ + bᵢ, correctly rounded
    double sum;            ///< Σ cᵢ of the rounded cᵢ
    double magnitude;      ///< Σ |cᵢ|: what rounding errors are measured against
  };

  /// At 6007 the last tile of v6 has 1501 float4s: more than threads, fewer than a whole tile.
  static constexpr std::array kRaggedSizes{
      lockstep::Size{1},    lockstep::Size{31},   lockstep::Size{32},   lockstep::Size{33},
      lockstep::Size{1023}, lockstep::Size{1025}, lockstep::Size{6007}, lockstep::Size{10007}};

  static constexpr lockstep::LessonInfo kInfo{
      .name = "01_vector_add",
      .title = "Vector add: c = a + b, and Σc",
      .simulator_size = {std::int64_t{1} << 19},
      .gpu_size = {std::int64_t{1} << 26},
      .ragged_sizes = kRaggedSizes,
  };

  /// Exact: no cᵢ is zero, so that one which the sum forgets shows, and |cᵢ| ≤ 2 · magnitude, as if
  /// there were 2n terms.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const auto n = static_cast<std::size_t>(size.count());
    Inputs in{std::vector<float>(n), std::vector<float>(n)};
    const std::uint64_t seed_a = lockstep::array_seed(seed, 0),
                        seed_b = lockstep::array_seed(seed, 1);
    if (kind == lockstep::InputKind::real) {
      lockstep::fill_reals<float>(in.a, seed_a, -1.0, 1.0);
      lockstep::fill_reals<float>(in.b, seed_b, -1.0, 1.0);
      return in;
    }
    const int magnitude = lockstep::exact_magnitude(2 * size.count(), 1);
    lockstep::fill_integers<float>(in.a, seed_a, magnitude);
    lockstep::fill_integers<float>(in.b, seed_b, magnitude);
    for (std::size_t i = 0; i < n; ++i)
      if (in.a[i] == -in.b[i]) in.b[i] *= 2;
    return in;
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {std::vector<float>(static_cast<std::size_t>(size.count())), std::vector<float>(1)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.n = size.count(),
            .a = arrays.input("a", in.a),
            .b = arrays.input("b", in.b),
            .c = arrays.output("c", out.c),
            .sum = arrays.output("sum", out.sum)};
  }

  /// Rounding a + b to double and then to float gives what rounding once to float does: double has
  /// more than 2 · 24 + 2 bits (Figueroa, SIGNUM Newsletter 30, 1995).
  static Reference reference(const Inputs& in) {
    Reference want{.c = std::vector<float>(in.a.size()), .sum = 0, .magnitude = 0};
    for (std::size_t i = 0; i < in.a.size(); ++i) {
      want.c[i] = static_cast<float>(double{in.a[i]} + double{in.b[i]});
      want.sum += double{want.c[i]};
      want.magnitude += std::abs(double{want.c[i]});
    }
    return want;
  }

  /// c must be right to the last bit: one addition is correctly rounded, wherever it is done.
  ///
  /// The error allowed to the sum of real inputs, in whatever order, is min(n, 16) · u · Σ|cᵢ|,
  /// where u = 2⁻²⁴. Up to n = 16 this is the guaranteed bound to first order: each term goes
  /// through at most n − 1 additions, and each rounds by at most u (Higham, Accuracy and Stability
  /// of Numerical Algorithms, 2nd ed., section 4.2). For long vectors that guarantee forgives
  /// nearly everything, so a probabilistic bound takes its place.
  ///
  /// The k-th addition errs by δₖSₖ, where Sₖ is its result and |δₖ| ≤ u. Take the δₖ as
  /// independent with mean zero (Higham and Mary, SIAM J. Sci. Comput. 41, 2019). Then the variance
  /// of the error is at most u² Σ Sₖ². Terms of random sign have E Sₖ² = m E c² for a sum of m of
  /// them, and a term is in at most n results, so that Σ Sₖ² is about n · n E c² or less. For a and
  /// b uniform in [−1, 1], E c² = 2/3 and E |c| = 2/3, hence a standard deviation of at most u
  /// √(3/2) Σ|cᵢ|. The bound is 13 of these, for the worst order there is, one term after the
  /// other. (Of 20000 vectors of 4097 elements that were added that way, the worst came to 3.1 u
  /// Σ|cᵢ|.)
  ///
  /// A dropped term shows where it exceeds the bound, n · 2/3 · 16 u on average: at n = 1025, 99.9
  /// % of them do, at 65537, 96 %. The exact inputs show every one.
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    lockstep::Verdict verdict =
        lockstep::compare(got.c, want.c, 0.0, "c", "one addition is correctly rounded");
    if (!verdict.passed) return verdict;
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.sum, std::vector{want.sum}, 0.0, "sum",
                               "integers add without error");
    const double bound =
        std::min(static_cast<double>(want.c.size()), 16.0) * 0x1p-24 * want.magnitude;
    return lockstep::compare(got.sum, std::vector{want.sum}, bound, "sum",
                             "min(n, 16) * 2^-24 * sum of |c|");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (3 * n + 1) * sizeof(float), .operations = 2 * n};
  }
};

using Lesson = VectorAdd;
using Version = lockstep::Version<VectorAdd>;
using lockstep::Launch;
using lockstep::Stage;
