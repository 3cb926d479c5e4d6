/// @file
/// @brief Symmetric Toeplitz matrices of autocorrelations r₁, r₂, … with r₀ = 1: made from a seed, and multiplied. r₁ is r[0].
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
#include "lockstep/random.hpp"

inline constexpr double kNoise = 0.2;  ///< white noise in the real inputs' signal: no eigenvalue of T is smaller

/// The autocorrelations of a signal that is the sum of four: a resonance (AR(2)), a smooth hump (a Gaussian kernel), a pure tone, and
/// white noise. Each is positive definite, so their sum is. The tone keeps all of r, and all of y, different from zero.
inline void fill_real_autocorrelations(std::span<float> r, std::uint64_t seed) {
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

/// How many binary places after the point x has, which is 0 or of size 2⁻⁴⁰ or more.
inline int places(double x) {
  int count = 0;
  while (std::ldexp(x, count) != std::floor(std::ldexp(x, count))) ++count;
  return count;
}

/// The r with these reflection coefficients, by the recursion backwards: rₖ = −(αₖ β + Σ rₖ₋ᵢ yᵢ). Nothing where a sum of products
/// rₖ₋ᵢ yᵢ, added in any order, might not be exact in float.
inline std::optional<std::vector<double>> exact_autocorrelation(const std::vector<double>& alpha) {
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

/// Draws reflection coefficients that are zero but for up to five, which are ±1/2, until accept(them) is true: at random places, at last
/// only one in the upper half.
template <class Accept>
void draw_reflections(std::size_t n, std::uint64_t seed, const Accept& accept) {
  const std::uint64_t own_seed = lockstep::array_seed(seed, 1);
  std::uint64_t draws = 0;
  for (std::size_t count = std::min<std::size_t>(n, 5); count > 0; --count)
    for (int attempt = 0; attempt < 20; ++attempt) {
      std::vector<double> alpha(n);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = lockstep::random_bits(own_seed, draws++);
        const std::size_t place = count == 1 ? n / 2 + bits / 2 % (n - n / 2) : bits / 2 % n;
        alpha[place] = bits % 2 == 0 ? 0.5 : -0.5;
      }
      if (accept(alpha)) return;
    }
}

/// Autocorrelations whose reflection coefficients are zero but for up to five, which are ±1/2: no step of any algorithm rounds.
///
/// Where they are is drawn at random. Then r and y at each order are fractions whose denominators are powers of two, β is (3/4)ʲ, and
/// α = −(rₖ + Σ)/β is a quotient that a float holds. How fine the fractions get follows from the places drawn, so we look:
/// exact_autocorrelation() refuses what does not fit, and then others are drawn, at last only one in the upper half, which always fits.
inline void fill_exact_autocorrelations(std::span<float> r, std::uint64_t seed) {
  draw_reflections(r.size(), seed, [&](const std::vector<double>& alpha) {
    const auto exact = exact_autocorrelation(alpha);
    if (exact) std::ranges::transform(*exact, r.begin(), [](double x) { return static_cast<float>(x); });
    return exact.has_value();
  });
}

/// Σ r[k − 1 − i] y[i], i < k.
inline double reversed_dot(const std::vector<double>& r, const std::vector<double>& y, std::size_t k) {
  std::array<double, 8> sums{};  // of every eighth product: additions that need not wait for each other
  std::size_t i = 0;
  for (; i + sums.size() <= k; i += sums.size())
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += r[k - 1 - i - j] * y[i + j];
  for (; i < k; ++i) sums[0] += r[k - 1 - i] * y[i];
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

/// Durbin's recursion in double: calls at_order(k, y, β) for k = 0 … n. The first k elements of y, the others are 0, solve the first k of
/// the equations T y = −r, and β is the power that this leaves.
template <class AtOrder>
void for_each_order(const std::vector<double>& r, const AtOrder& at_order) {
  const std::size_t n = r.size();
  std::vector<double> y(n), before(n);
  double beta = 1;
  for (std::size_t k = 0; k < n; ++k) {
    at_order(k, y, beta);
    const double alpha = -(r[k] + reversed_dot(r, y, k)) / beta;
    std::copy_n(y.begin(), k, before.begin());
    for (std::size_t i = 0; i < k; ++i) y[i] += alpha * before[k - 1 - i];
    y[k] = alpha;
    beta *= 1 - alpha * alpha;
  }
  at_order(n, y, beta);
}

/// The Euclidean norm of (1, y).
inline double norm_with_one(const std::vector<double>& y) {
  double square = 1;
  for (const double element : y) square += element * element;
  return std::sqrt(square);
}

/// T y, in double.
inline std::vector<double> toeplitz_product(const std::vector<double>& r, const std::vector<float>& y) {
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
