/// @file
/// @brief The dot product Σ aᵢbᵢ of two float vectors: inputs, reference, error bound and cost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given a and b, n floats each, find the one float Σ aᵢbᵢ.
struct DotProduct {
  struct Inputs {
    std::vector<float> a, b;  ///< n each
  };
  struct Outputs {
    std::vector<float> sum;  ///< one element
  };
  /// What a version works on. cudaMalloc aligns `a` and `b` to 256 bytes.
  struct Device {
    std::int64_t n;
    const float* a;
    const float* b;
    float* sum;
  };
  struct Reference {
    double sum;        ///< Σ aᵢbᵢ
    double magnitude;  ///< Σ |aᵢbᵢ|: what rounding errors are measured against
    double n;
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "04_dot_product",
      .title = "Dot product: Σ aᵢbᵢ",
      .simulator_size = {std::int64_t{1} << 19},
      .gpu_size = {std::int64_t{1} << 26},
  };

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const auto n = static_cast<std::size_t>(size.count());
    Inputs in{std::vector<float>(n), std::vector<float>(n)};
    std::uint64_t array = 0;
    for (const std::span<float> vector : {std::span(in.a), std::span(in.b)}) {
      const std::uint64_t own_seed = lockstep::array_seed(seed, array++);
      if (kind == lockstep::InputKind::exact) {
        lockstep::fill_integers(vector, own_seed, lockstep::exact_magnitude(size.count(), 2));
      } else {
        lockstep::fill_reals(vector, own_seed, -1.0, 1.0);
      }
    }
    return in;
  }

  static Outputs make_outputs(lockstep::Size) { return {std::vector<float>(1)}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.n = size.count(),
            .a = arrays.input("a", in.a),
            .b = arrays.input("b", in.b),
            .sum = arrays.output("sum", out.sum)};
  }

  static Reference reference(const Inputs& in) {
    Reference want{.sum = 0, .magnitude = 0, .n = static_cast<double>(in.a.size())};
    for (std::size_t i = 0; i < in.a.size(); ++i) {
      const double product = double{in.a[i]} * double{in.b[i]};  // exact: 24 + 24 bits fit in 53
      want.sum += product;
      want.magnitude += std::abs(product);
    }
    return want;
  }

  /// The error allowed to real inputs, whatever the order of summation: min(n, 16) · u · Σ|aᵢbᵢ|,
  /// where u = 2⁻²⁴.
  ///
  /// Up to n = 16 this is the guaranteed bound, n · u · Σ|aᵢbᵢ| to first order (Higham, Accuracy
  /// and Stability of Numerical Algorithms, 2nd ed., section 3.1; section 4.2: it holds in every
  /// order). Beyond that the guarantee is honest but useless: at n = 2²⁴ it forgives an answer that
  /// is wrong by all of Σ|aᵢbᵢ|. So it gives way to a probabilistic bound.
  ///
  /// Each addition errs by δ times its result, |δ| ≤ u. Take the δ as independent with mean zero
  /// (Higham and Mary, SIAM J. Sci. Comput. 41, 2019). Then the variance of the total is at most u²
  /// Σ Sₖ² over all intermediate results Sₖ. Our products have random signs, so a sum of m of them
  /// has a mean square of m times that of one; each product is in at most n results, hence Σ Sₖ² ≈
  /// n Σ(aᵢbᵢ)² or less. For factors uniform in [−1, 1], √(n Σ(aᵢbᵢ)²) = 4/3 Σ|aᵢbᵢ|. The bound is
  /// 12 such standard deviations, for the worst order there is, one product after the other. (Of
  /// 20000 vectors summed that way the worst came to 4.7 u Σ|aᵢbᵢ|.)
  ///
  /// A dropped product shows where it exceeds the bound, 4 n u on average: at n = 1025, 99.8 % of
  /// them do, at 65537, 92 %. The exact inputs show every one.
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.sum, std::vector{want.sum}, 0.0, "sum",
                               "integers add without error");
    const double bound = std::min(want.n, 16.0) * 0x1p-24 * want.magnitude;
    return lockstep::compare(got.sum, std::vector{want.sum}, bound, "sum",
                             "min(n, 16) * 2^-24 * sum of |a b|");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (2 * n + 1) * sizeof(float), .operations = 2 * n};
  }
};

using Lesson = DotProduct;
using Version = lockstep::Version<DotProduct>;
using lockstep::Launch;
using lockstep::Stage;
