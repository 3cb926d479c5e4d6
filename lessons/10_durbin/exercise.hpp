/// @file
/// @brief The exercise's problem: T x = b, T symmetric Toeplitz, for any right-hand side b.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "toeplitz.hpp"

/// Given the autocorrelations r₁ … rₙ, with r₀ = 1, and b₁ … bₙ, find x with T x = b, where T is n × n and Tᵢⱼ = r₍|ᵢ₋ⱼ|₎. rₙ is not
/// in T: Durbin's recursion uses it only in its last step, which x does not need.
struct Levinson {
  struct Inputs {
    std::vector<float> r;  ///< n; with r₀ = 1 before them they are positive definite
    std::vector<float> b;  ///< n
  };
  struct Outputs {
    std::vector<float> x;  ///< n
  };
  struct Device {
    std::int64_t n;
    const float* r;
    const float* b;
    float* x;
  };
  struct Reference {
    std::vector<double> r, b, x;
    double bound;  ///< of the residual's elements, for real inputs
  };

  static constexpr std::array kRagged{lockstep::Size{1},  lockstep::Size{2},  lockstep::Size{3},  lockstep::Size{31}, lockstep::Size{32},
                                      lockstep::Size{33}, lockstep::Size{64}, lockstep::Size{65}, lockstep::Size{131}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "10_durbin exercise",
      .title = "Levinson: T x = b, T symmetric Toeplitz",
      .simulator_size = {256},
      .gpu_size = {4096},
      .ragged_sizes = kRagged,
  };

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const auto n = static_cast<std::size_t>(size.count());
    Inputs in{std::vector<float>(n), std::vector<float>(n)};
    if (kind == lockstep::InputKind::exact) {
      fill_exact(in, seed);
    } else {
      fill_real_autocorrelations(in.r, seed);
      lockstep::fill_reals(std::span(in.b), lockstep::array_seed(seed, 3), -1.0, 1.0);
    }
    return in;
  }

  /// No step of the recursion rounds: autocorrelations as for the lesson, and a right-hand side for which each step's last element of x,
  /// μ, is a whole number from 1 to 4 or its negative. As not all autocorrelations leave room for that, those that do not are drawn again.
  static void fill_exact(Inputs& in, std::uint64_t seed) {
    std::vector<float> steps(in.b.size());
    lockstep::fill_integers(std::span(steps), lockstep::array_seed(seed, 2), 4);
    draw_reflections(in.r.size(), seed, [&](const std::vector<double>& alpha) {
      const auto r = exact_autocorrelation(alpha);
      if (!r) return false;
      const auto to_float = [](double x) { return static_cast<float>(x); };
      std::ranges::transform(*r, in.r.begin(), to_float);
      const std::vector<double> b = right_side(*r, steps);
      std::ranges::transform(b, in.b.begin(), to_float);
      return !b.empty();
    });
  }

  /// The b for which μ is steps[k] in step k: bₖ = μ β + Σ rₖ₋ᵢ xᵢ. Empty where a sum of products rₖ₋ᵢ xᵢ, added in any order, or an
  /// element of x might not be exact in float.
  static std::vector<double> right_side(const std::vector<double>& r, const std::vector<float>& steps) {
    std::vector<double> b(r.size()), x(r.size());
    double largest = 0;
    int r_places = 0, x_places = 0, b_places = 0;
    for (const double element : r) r_places = std::max(r_places, places(element));
    for_each_order(r, [&](std::size_t k, const std::vector<double>& y, double beta) {
      if (k == r.size()) return;
      const double step = steps[k];
      b[k] = step * beta + reversed_dot(r, x, k);
      double magnitude = std::abs(b[k]);
      for (std::size_t i = 0; i < k; ++i) magnitude += std::abs(r[k - 1 - i] * x[i]);
      for (std::size_t i = 0; i < k; ++i) {
        if (y[k - 1 - i] == 0) continue;
        x[i] += step * y[k - 1 - i];
        magnitude = std::max(magnitude, std::abs(x[i]) + std::abs(step));
        x_places = std::max(x_places, places(y[k - 1 - i]));
      }
      x[k] = step;
      b_places = std::max(b_places, places(b[k]));
      largest = std::max(largest, magnitude);
    });
    if (std::ldexp(largest, std::max(r_places + x_places, b_places)) > 0x1p24) b.clear();
    return b;
  }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<float>(static_cast<std::size_t>(size.count()))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(), .r = arrays.input("r", in.r), .b = arrays.input("b", in.b), .x = arrays.output("x", out.x)};
  }

  /// Levinson's recursion in double.
  static Reference reference(const Inputs& in) {
    const std::size_t n = in.r.size();
    Reference want{.r = {in.r.begin(), in.r.end()}, .b = {in.b.begin(), in.b.end()}, .x = std::vector<double>(n), .bound = 0};
    double steps_square = 0, largest_y = 1, largest_x_square = 0, left = 1;
    for_each_order(want.r, [&](std::size_t k, const std::vector<double>& y, double beta) {
      if (k == n) return;
      const double step = (want.b[k] - reversed_dot(want.r, want.x, k)) / beta;
      double square = step * step;
      for (std::size_t i = 0; i < k; ++i) {
        want.x[i] += step * y[k - 1 - i];
        square += want.x[i] * want.x[i];
      }
      want.x[k] = step;
      steps_square += step * step;
      largest_x_square = std::max(largest_x_square, square);
      largest_y = std::max(largest_y, norm_with_one(y));
      left = beta;
    });
    want.bound = 3 * std::sqrt(static_cast<double>(n)) * 0x1p-24 *
                 (std::sqrt(largest_x_square) + std::sqrt(steps_square) * largest_y / std::sqrt(left));
    return want;
  }

  /// The errors allowed to real inputs: each element of T x − b within 3 √n u (‖x‖ + ‖μ‖ ‖(1, y)‖ / √β), u = 2⁻²⁴, and each of x within
  /// 1/kNoise of that from the answer in double. ‖x‖ and ‖(1, y)‖ are the largest Euclidean norms at any order, μ has each step's last
  /// element of x, β is the least power left.
  ///
  /// A step adds to x a multiple of y's mirror image, μ J y, and so takes the residual δ = T x − b to δ + μ J ε, ε being y's residual, plus
  /// the step's own rounding errors: those of x, at most u times its elements, multiplied by T; and in the new last element those of the
  /// sum Σ rₖ₋ᵢ xᵢ. As in problem.hpp, take errors as independent with mean zero, and add squares. An element gets u² ‖x‖² at each of n
  /// steps, and once at most n u² ‖x‖² from its sum. An element of ε has a square of 2 n u² ‖(1, y)‖²/β at most, as derived there, and
  /// steps bring μ² of it: in all 2 n u² ‖μ‖² ‖(1, y)‖²/β. The bound is twice the root of the first plus twice the root of the second.
  ///
  /// The error of x is T⁻¹ δ; T's eigenvalues are at least those of the white noise that the inputs contain.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.x, want.x, 0.0, "x", "fractions of small powers of two: no step rounds");
    lockstep::Verdict residual =
        lockstep::compare(toeplitz_product(want.r, got.x), want.b, want.bound, "T x", "3 sqrt(n) 2^-24 (|x| + |mu| |(1, y)| / sqrt(beta))");
    if (!residual.passed || got.x.size() != want.x.size()) return residual;
    lockstep::Verdict error = lockstep::compare(got.x, want.x, want.bound / kNoise, "x", "the residual's bound over T's least eigenvalue");
    return error.passed ? residual : error;
  }

  /// Half of T's products with x and y at each of n orders, and as many to update them.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = 3 * n * sizeof(float), .operations = 4 * n * n};
  }
};

using Lesson = Levinson;
using Version = lockstep::Version<Levinson>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
