/// @file
/// @brief Levinson–Durbin, the order-recursive solution of a symmetric Toeplitz system: inputs, reference, error bound and cost.
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
#include "toeplitz.hpp"

/// Given the autocorrelations r₁ … rₙ of a signal, with r₀ = 1, find y with T y = −r, where T is n × n and Tᵢⱼ = r₍|ᵢ₋ⱼ|₎.
/// (The Yule–Walker equations: −y predicts the signal from its last n values.) In arrays, r₁ is r[0], and y₁ is y[0].
struct Durbin {
  struct Inputs {
    std::vector<float> r;  ///< n; with r₀ = 1 before them they are positive definite
  };
  struct Outputs {
    std::vector<float> y;  ///< n
  };
  struct Device {
    std::int64_t n;
    const float* r;
    float* y;
  };
  struct Reference {
    std::vector<double> r, y;
    double largest;  ///< the largest Euclidean norm of (1, y) at any order
    double left;     ///< β: what of the signal's power stays unpredicted
  };

  static constexpr std::array kRagged{lockstep::Size{1},  lockstep::Size{2},  lockstep::Size{3},  lockstep::Size{31}, lockstep::Size{32},
                                      lockstep::Size{33}, lockstep::Size{64}, lockstep::Size{65}, lockstep::Size{131}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "10_durbin",
      .title = "Levinson–Durbin: T y = −r, T symmetric Toeplitz",
      .simulator_size = {256},
      .gpu_size = {4096},
      .ragged_sizes = kRagged,
  };

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in{std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::exact)
      fill_exact_autocorrelations(in.r, seed);
    else
      fill_real_autocorrelations(in.r, seed);
    return in;
  }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<float>(static_cast<std::size_t>(size.count()))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(), .r = arrays.input("r", in.r), .y = arrays.output("y", out.y)};
  }

  /// The recursion in double.
  static Reference reference(const Inputs& in) {
    Reference want{.r = {in.r.begin(), in.r.end()}, .y = {}, .largest = 1, .left = 1};
    for_each_order(want.r, [&](std::size_t, const std::vector<double>& y, double beta) {
      want.y = y;
      want.left = beta;
      want.largest = std::max(want.largest, norm_with_one(y));
    });
    return want;
  }

  /// The errors allowed to real inputs: each element of T y + r within 3 √n u ‖(1, y)‖ / √β, u = 2⁻²⁴, and each of y within 1/kNoise of
  /// that from the answer in double. ‖(1, y)‖ is the largest Euclidean norm at any order, β the least power left.
  ///
  /// Let δ = T y + r be the residual at order k. A step with the coefficient α takes it to δ + α J δ, J turns it round, plus the step's own
  /// rounding errors: those of y, at most u times its elements, multiplied by T; and in the new last element those of the sum Σ rₖ₋ᵢ yᵢ.
  /// Cybenko (SIAM J. Sci. Stat. Comput. 1, 1980) adds up norms and finds |δ| of order u n² (Π (1 + |αₖ|) − 1): guaranteed, and useless
  /// at n = 10⁴. So, as for sums (Higham and Mary, SIAM J. Sci. Comput. 41, 2019), take the errors as independent with mean zero, and add
  /// squares. An element gets u² Σ rᵢ₋ⱼ² yⱼ² ≤ u² ‖y‖² at each of n steps, as |r| ≤ 1, and once at most n u² ‖(1, y)‖² from its sum, whose
  /// partial sums are no larger than ‖(1, y)‖ if signs are mixed. A later step multiplies squares by 1 + α², all of them by Π (1 + αₖ²) ≤
  /// 1/Π (1 − αₖ²) = 1/β. That is 2 n u² ‖(1, y)‖²/β in all; the bound is twice the root of it. (Of 87 systems, n up to 4096, solved by
  /// Levinson's recursion with the longest chain of additions and by Schur's, the worst came to 0.18 of it.)
  ///
  /// The error of y is T⁻¹ δ; T's eigenvalues are at least those of the white noise that the inputs contain.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.y, want.y, 0.0, "y", "reflection coefficients of 0 and 1/2: no step rounds");
    const double bound = 3 * std::sqrt(static_cast<double>(want.y.size())) * 0x1p-24 * want.largest / std::sqrt(want.left);
    std::vector<double> right(want.r.size());
    std::ranges::transform(want.r, right.begin(), [](double x) { return -x; });
    lockstep::Verdict residual =
        lockstep::compare(toeplitz_product(want.r, got.y), right, bound, "T y", "3 sqrt(n) 2^-24 |(1, y)| / sqrt(beta)");
    if (!residual.passed || got.y.size() != want.y.size()) return residual;
    lockstep::Verdict error = lockstep::compare(got.y, want.y, bound / kNoise, "y", "the residual's bound over T's least eigenvalue");
    return error.passed ? residual : error;
  }

  /// Half of T's products with y at each of n orders, and as many to update y.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = 2 * n * sizeof(float), .operations = 2 * n * n};
  }
};

using Lesson = Durbin;
using Version = lockstep::Version<Durbin>;
using lockstep::Launch;
