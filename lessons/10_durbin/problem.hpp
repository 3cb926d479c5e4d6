/// @file
/// @brief Levinson–Durbin, the order-recursive solution of a symmetric Toeplitz system: inputs, reference, error bound and cost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lockstep/parallel.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

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
  static constexpr double kNoise = 0.2;  ///< white noise in the real inputs' signal: no eigenvalue of T is smaller

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in{std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::exact)
      fill_exact(in.r, seed);
    else
      fill_real(in.r, seed);
    return in;
  }

  /// The autocorrelations of a signal that is the sum of four: a resonance (AR(2)), a smooth hump (a Gaussian kernel), a pure tone, and
  /// white noise. Each is positive definite, so their sum is. The tone keeps all of r, and all of y, different from zero.
  static void fill_real(std::span<float> r, std::uint64_t seed) {
    const std::uint64_t own_seed = lockstep::array_seed(seed, 0);
    const auto uniform = [&](std::uint64_t i, double low, double high) { return low + (high - low) * lockstep::random_unit(own_seed, i); };
    const double radius = uniform(0, 0.8, 0.95), angle = uniform(1, 0.5, 2.5), width = uniform(2, 1.0, 3.0), tone = uniform(3, 0.3, 2.8);
    const double slant = (1 - radius * radius) / (1 + radius * radius) / std::tan(angle);
    for (std::size_t i = 0; i < r.size(); ++i) {
      const double lag = static_cast<double>(i) + 1;
      const double resonance = std::pow(radius, lag) * (std::cos(angle * lag) + slant * std::sin(angle * lag));
      const double hump = std::exp(-lag * lag / (2 * width * width));
      r[i] = static_cast<float>(0.3 * resonance + 0.3 * hump + (0.4 - kNoise) * std::cos(tone * lag));
    }
  }

  /// Autocorrelations whose reflection coefficients are zero but for up to five, which are ±1/2: no step of any algorithm rounds.
  ///
  /// Where they are is drawn at random. Then r and y at each order are fractions whose denominators are powers of two, β is (3/4)ʲ, and
  /// α = −(rₖ + Σ)/β is a quotient that a float holds. How fine the fractions get follows from the places drawn, so we look:
  /// exact_autocorrelation() refuses what does not fit, and then others are drawn, at last only one in the upper half, which always fits.
  static void fill_exact(std::span<float> r, std::uint64_t seed) {
    const std::uint64_t own_seed = lockstep::array_seed(seed, 1);
    const std::size_t n = r.size();
    std::uint64_t draws = 0;
    for (std::size_t count = std::min<std::size_t>(n, 5); count > 0; --count)
      for (int attempt = 0; attempt < 20; ++attempt) {
        std::vector<double> alpha(n);
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint64_t bits = lockstep::random_bits(own_seed, draws++);
          const std::size_t place = count == 1 ? n / 2 + bits / 2 % (n - n / 2) : bits / 2 % n;
          alpha[place] = bits % 2 == 0 ? 0.5 : -0.5;
        }
        const auto exact = exact_autocorrelation(alpha);
        if (!exact) continue;
        std::ranges::transform(*exact, r.begin(), [](double x) { return static_cast<float>(x); });
        return;
      }
  }

  /// How many binary places behind the point x has, which is 0 or of size 2⁻⁴⁰ or more.
  static int places(double x) {
    int count = 0;
    while (std::ldexp(x, count) != std::floor(std::ldexp(x, count))) ++count;
    return count;
  }

  /// The r with these reflection coefficients, by the recursion backwards: rₖ = −(αₖ β + Σ rₖ₋ᵢ yᵢ). Nothing where a sum of products
  /// rₖ₋ᵢ yᵢ, added in any order, might not be exact in float.
  static std::optional<std::vector<double>> exact_autocorrelation(const std::vector<double>& alpha) {
    const std::size_t n = alpha.size();
    std::vector<double> r(n), y(n);
    std::vector<std::size_t> used;  // where y is not zero: in 31 places at most
    double beta = 1, largest = 1;
    int r_places = 0, y_places = 0;
    for (std::size_t k = 0; k < n; ++k) {
      double sum = alpha[k] * beta, magnitude = std::abs(sum);
      for (const std::size_t i : used) {
        sum += r[k - 1 - i] * y[i];
        magnitude += std::abs(r[k - 1 - i] * y[i]);
      }
      r[k] = -sum;
      largest = std::max(largest, magnitude + std::abs(sum));
      r_places = std::max(r_places, places(sum));
      if (r_places > 24) return std::nullopt;
      if (alpha[k] == 0) continue;
      const std::vector<double> before = y;
      for (std::size_t i = 0; i < k; ++i) y[i] += alpha[k] * before[k - 1 - i];
      y[k] = alpha[k];
      beta *= 1 - alpha[k] * alpha[k];
      used.clear();
      for (std::size_t i = 0; i <= k; ++i) {
        if (y[i] != 0) used.push_back(i);
        y_places = std::max(y_places, places(y[i]));
      }
    }
    if (std::ldexp(largest, r_places + y_places) > 0x1p23) return std::nullopt;  // 2²⁴, and a factor 2 for a product with α
    return r;
  }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<float>(static_cast<std::size_t>(size.count()))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(), .r = arrays.input("r", in.r), .y = arrays.output("y", out.y)};
  }

  /// The recursion in double.
  static Reference reference(const Inputs& in) {
    const std::size_t n = in.r.size();
    Reference want{.r = {in.r.begin(), in.r.end()}, .y = std::vector<double>(n), .largest = 1, .left = 1};
    std::vector<double> before(n);
    for (std::size_t k = 0; k < n; ++k) {
      const double alpha = -(want.r[k] + reversed_dot(want.r, want.y, k)) / want.left;
      std::copy_n(want.y.begin(), k, before.begin());
      double square = 1 + alpha * alpha;
      for (std::size_t i = 0; i < k; ++i) {
        want.y[i] += alpha * before[k - 1 - i];
        square += want.y[i] * want.y[i];
      }
      want.y[k] = alpha;
      want.left *= 1 - alpha * alpha;
      want.largest = std::max(want.largest, std::sqrt(square));
    }
    return want;
  }

  /// Σ r[k − 1 − i] y[i], i < k.
  static double reversed_dot(const std::vector<double>& r, const std::vector<double>& y, std::size_t k) {
    std::array<double, 8> sums{};  // of every eighth product: additions that need not wait for each other
    std::size_t i = 0;
    for (; i + sums.size() <= k; i += sums.size())
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += r[k - 1 - i - j] * y[i + j];
    for (; i < k; ++i) sums[0] += r[k - 1 - i] * y[i];
    double sum = 0;
    for (const double part : sums) sum += part;
    return sum;
  }

  /// T y, in double.
  static std::vector<double> product(const std::vector<double>& r, const std::vector<float>& y) {
    constexpr std::size_t kRows = 8;  // at once: their sums need not wait for each other
    const std::size_t n = y.size();
    std::vector<double> both(2 * n + kRows), result(n);  // both[n + d] is T's element d columns right of the diagonal
    for (std::size_t d = 1; d < n; ++d) both[n + d] = both[n - d] = r[d - 1];
    both[n] = 1;
    lockstep::parallel_for(static_cast<std::int64_t>((n + kRows - 1) / kRows), [&](std::int64_t group) {
      const std::size_t first = static_cast<std::size_t>(group) * kRows;
      std::array<double, kRows> sums{};
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t row = 0; row < kRows; ++row) sums[row] += both[n + first + row - j] * static_cast<double>(y[j]);
      for (std::size_t row = 0; row < kRows && first + row < n; ++row) result[first + row] = sums[row];
    });
    return result;
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
    lockstep::Verdict residual = lockstep::compare(product(want.r, got.y), right, bound, "T y", "3 sqrt(n) 2^-24 |(1, y)| / sqrt(beta)");
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
