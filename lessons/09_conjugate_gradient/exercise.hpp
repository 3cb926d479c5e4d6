/// @file
/// @brief The exercise's problem: Ax = b with a badly scaled A, by conjugate gradients with Jacobi's preconditioner.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "system.hpp"

/// Given A, n × n floats, symmetric with a positive diagonal, and b, n floats, find x by preconditioned conjugate gradients, from x = 0:
///
///     r = b;  z = r / d, element by element, d the diagonal of A;  p = z;  ρ = rᵀz
///     until ρ ≤ tolerance² · the first ρ, or as many iterations as are allowed:
///       α = ρ / pᵀAp;  x += α p;  r −= α Ap;  z = r / d;  β = new ρ / old ρ;  p = z + β p
///
/// The answer is x and how it ended. The size of the problem is n, not n².
struct Jacobi : LinearSystem {
  struct Inputs {
    std::vector<float> a;  ///< row after row, each pitch_of(n) long: n elements, and NaN up to the next row
    std::vector<float> b;  ///< n
    std::int32_t iterations = 0;
    float tolerance = 0;
  };
  struct Outputs {
    std::vector<float> x;               ///< n
    std::vector<std::int32_t> outcome;  ///< two: how many iterations changed x, and an End
  };
  /// What run() works on. Row i begins at a + i * pitch, on a boundary of 128 bytes.
  struct Device {
    std::int64_t n;
    std::int64_t pitch;  ///< elements from a row to the next
    const float* a;
    const float* b;
    std::int32_t iterations;  ///< are allowed
    float tolerance;
    float* x;
    std::int32_t* outcome;
  };
  struct Reference {
    std::int64_t n, pitch;
    std::vector<float> a, b;
    std::int32_t iterations;
    std::vector<double> x;
    std::int32_t done;  ///< iterations
    End end;
    std::vector<double> left;  ///< of each element of r: what it may be at the end
    std::vector<double> path;  ///< Σₖ |A| |αₖ pₖ|, element by element: what rounding errors are measured against
  };

  static constexpr std::array kRagged{lockstep::Size{1},  lockstep::Size{2},  lockstep::Size{3},  lockstep::Size{31},
                                      lockstep::Size{33}, lockstep::Size{64}, lockstep::Size{131}};
  static constexpr std::array kSettings{lockstep::Setting{"iterations", "At most this many iterations", 40, 0, 4000, true},
                                        lockstep::Setting{"tolerance", "Stop when the root of rho is this much of the first", 1e-5, 0, 1}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "09_conjugate_gradient exercise",
      .title = "Conjugate gradients, preconditioned: Ax = b, A badly scaled",
      .simulator_size = {128},
      .gpu_size = {4096},
      .ragged_sizes = kRagged,
      .settings = kSettings,
  };

  /// A = SBS and b = S c, where B and c are what exact_system() and real_system() make, and S is diagonal, with powers of two from 2⁻⁵ to
  /// 2⁵: A's diagonal spreads over six orders of magnitude, and plain conjugate gradients need hundreds of iterations. Dividing by the
  /// diagonal takes S out again. As powers of two commute with rounding, the iterations then do bit for bit what they would do with B and
  /// c.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const std::int64_t n = size.count(), pitch = pitch_of(n);
    const std::uint64_t scales = lockstep::array_seed(seed, 4);
    const auto scale = [&](std::int64_t i) {
      return std::ldexp(1.0F, static_cast<int>(lockstep::random_bits(scales, static_cast<std::uint64_t>(i)) % 11) - 5);
    };
    Inputs in{std::vector<float>(static_cast<std::size_t>(n * pitch), std::numeric_limits<float>::quiet_NaN()),
              std::vector<float>(static_cast<std::size_t>(n))};
    kind == lockstep::InputKind::exact ? exact_system(in, n, pitch, seed) : real_system(in, n, pitch, seed);
    for (std::int64_t i = 0; i < n; ++i) {
      in.b[static_cast<std::size_t>(i)] *= scale(i);
      for (std::int64_t j = 0; j < n; ++j) in.a[static_cast<std::size_t>(i * pitch + j)] *= scale(i) * scale(j);
    }
    return in;
  }

  /// Two vectors of whole numbers, gᵀg = hᵀh = P, a power of two, which is the sum's third part. No element is in both: g has an even
  /// number of elements, at even positions, and h has the others. All are ±1, except the first four of each, which are what is left of P.
  struct Pair {
    std::vector<int> g, h;
    std::vector<std::size_t> places;  ///< of g's elements
    std::int64_t power;
  };
  static Pair disjoint_pair(std::int64_t n, std::uint64_t seed) {
    const auto count = static_cast<std::size_t>(n);
    Pair pair{std::vector<int>(count), std::vector<int>(count), {}, 0};
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < count; ++i) (i % 2 == 0 ? pair.places : others).push_back(i);
    if (pair.places.size() % 2 != 0) {
      others.push_back(pair.places.back());
      pair.places.pop_back();
    }
    pair.power = static_cast<std::int64_t>(std::bit_ceil(std::max(pair.places.size(), others.size())));
    const auto fill = [&](std::vector<int>& vector, const std::vector<std::size_t>& places) {
      const auto first = four_squares(pair.power - static_cast<std::int64_t>(places.size()) + 4);
      for (std::size_t k = 0; k < places.size(); ++k)
        vector[places[k]] = (k < 4 ? first[k] : 1) * (lockstep::random_bits(lockstep::array_seed(seed, 3), places[k]) % 2 == 0 ? 1 : -1);
    };
    fill(pair.g, pair.places);
    fill(pair.h, others);
    return pair;
  }

  /// B = 8P I + 6 (g hᵀ + h gᵀ), with a constant diagonal: that of g hᵀ is zero. u = g − h has the eigenvalue 2P and uᵀu = 2P; v, which is
  /// g turned by a right angle, element by element in pairs, has 8P, and vᵀv = P. With c = u + v the iterations are two, with α = 2 and
  /// β = 1/2 both times (of D⁻¹B, D = 8P I):
  ///
  ///     x = 2 (u + v)/8P, r = u/2 − v, p = (u − v/2)/8P;   x = (4u + v)/8P, r = 0
  ///
  /// All vectors are halves of small whole numbers over powers of two: no sum of products rounds, in any order. With n < 8 there is no such
  /// pair; B = 8 I then, and one iteration.
  static void exact_system(Inputs& in, std::int64_t n, std::int64_t pitch, std::uint64_t seed) {
    const Pair pair = n < 8 ? Pair{std::vector<int>(8), std::vector<int>(8), {}, 1} : disjoint_pair(n, seed);
    for (std::int64_t i = 0; i < n; ++i) {
      const auto row = static_cast<std::size_t>(i);
      for (std::int64_t j = 0; j < n; ++j) {
        const auto column = static_cast<std::size_t>(j);
        in.a[static_cast<std::size_t>(i * pitch + j)] =
            static_cast<float>((i == j ? 8 * pair.power : 0) + 6 * (pair.g[row] * pair.h[column] + pair.h[row] * pair.g[column]));
      }
      in.b[row] = n < 8 ? static_cast<float>(2 * i - 3) : static_cast<float>(pair.g[row] - pair.h[row]);
    }
    for (std::size_t k = 0; k + 1 < pair.places.size(); k += 2) {
      in.b[pair.places[k]] += static_cast<float>(pair.g[pair.places[k + 1]]);
      in.b[pair.places[k + 1]] -= static_cast<float>(pair.g[pair.places[k]]);
    }
  }

  /// B as heavy_diagonal() makes it, and c in [−1, 1). Each iteration divides the residual by 1.64 or more: 25 for a hundred-thousandth.
  static void real_system(Inputs& in, std::int64_t n, std::int64_t pitch, std::uint64_t seed) {
    for_rows(n, [&](std::int64_t i) {
      for (std::int64_t j = 0; j < n; ++j)
        in.a[static_cast<std::size_t>(i * pitch + j)] = static_cast<float>(heavy_diagonal(n, seed, i, j));
    });
    lockstep::fill_reals(std::span(in.b), lockstep::array_seed(seed, 2), -1.0, 1.0);
  }

  static void apply(Inputs& in, std::span<const double> settings) {
    in.iterations = static_cast<std::int32_t>(settings[0]);
    in.tolerance = static_cast<float>(settings[1]);
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {std::vector<float>(static_cast<std::size_t>(size.count())), std::vector<std::int32_t>(2)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(),
            .pitch = pitch_of(size.count()),
            .a = arrays.input("A", in.a),
            .b = arrays.input("b", in.b),
            .iterations = in.iterations,
            .tolerance = in.tolerance,
            .x = arrays.output("x", out.x),
            .outcome = arrays.output("outcome", out.outcome)};
  }

  /// The same iterations in double.
  static Reference reference(const Inputs& in) {
    const std::size_t count = in.b.size();
    const auto n = static_cast<std::int64_t>(count);
    Reference want{n, pitch_of(n), in.a, in.b, in.iterations, std::vector<double>(count), 0, End::running, {}, std::vector<double>(count)};
    std::vector<double> r(in.b.begin(), in.b.end()), d(count), z(count), q(count), sizes(count);
    for (std::size_t i = 0; i < count; ++i) d[i] = in.a[i * static_cast<std::size_t>(want.pitch) + i];
    const auto precondition = [&] {
      for (std::size_t i = 0; i < count; ++i) z[i] = r[i] / d[i];
      return dot(r, z);
    };
    double rho = precondition();
    const double limit = double{in.tolerance} * in.tolerance * rho;
    for (std::vector<double> p = z;; ++want.done) {
      want.end = !std::isfinite(rho)          ? End::not_finite
                 : rho <= limit               ? End::converged
                 : want.done == in.iterations ? End::used_up
                                              : End::running;
      if (want.end != End::running) break;
      multiply(want, p, q, sizes);
      const double curvature = dot(p, q);
      want.end = !std::isfinite(curvature) ? End::not_finite : curvature <= 0 ? End::not_positive_definite : End::running;
      if (want.end != End::running) break;
      const double alpha = rho / curvature;
      for (std::size_t i = 0; i < count; ++i) {
        want.x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        want.path[i] += alpha * sizes[i];
      }
      const double before = std::exchange(rho, precondition());
      for (std::size_t i = 0; i < count; ++i) p[i] = z[i] + rho / before * p[i];
    }
    for (const double element : d) want.left.push_back(std::sqrt(element * std::max(rho, limit)));
    return want;
  }

  /// q = Ap, and the sizes of what is added in it.
  static void multiply(const Reference& want, const std::vector<double>& p, std::vector<double>& q, std::vector<double>& sizes) {
    for_rows(want.n, [&](std::int64_t i) {
      const float* const row = want.a.data() + i * want.pitch;
      double sum = 0, size = 0;
      for (std::size_t j = 0; j < p.size(); ++j) {
        const double product = double{row[j]} * p[j];
        sum += product;
        size += std::abs(product);
      }
      q[static_cast<std::size_t>(i)] = sum;
      sizes[static_cast<std::size_t>(i)] = size;
    });
  }

  /// How it ended. Where ρ comes near its limit, rounding errors, of some 10⁻⁵ of ρ, may make it one iteration more or fewer; an end at
  /// the last iteration that is allowed must not depend on it.
  static lockstep::Verdict check_outcome(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (got.outcome[1] != static_cast<std::int32_t>(want.end))
      return {.index = 1,
              .expected = static_cast<double>(want.end),
              .got = static_cast<double>(got.outcome[1]),
              .what = "outcome",
              .why = "0: converged, 1: iterations used up, 2: not positive definite, 3: not finite"};
    const bool by_rounding = kind == lockstep::InputKind::real && want.end == End::converged && want.done > 1;
    const auto done = static_cast<double>(got.outcome[0]);
    lockstep::Verdict count =
        lockstep::compare(done, static_cast<double>(want.done), by_rounding ? 1.0 : 0.0, "outcome", "iterations until it ended this way");
    if (got.outcome[0] <= want.iterations) return count;
    count.passed = false;
    count.why = "iterations: no more than are allowed";
    return count;
  }

  /// Real inputs: each element of the *true* residual b − Ax is allowed 1.1 times what the iterations believe it to be at most, and
  /// (16 + 2k) u times that element of Σₖ |A| |αₖ pₖ|, u = 2⁻²⁴, after k iterations.
  ///
  /// What they believe: ρ = Σ rᵢ²/dᵢ, so that |rᵢ| ≤ √(dᵢ ρ), where ρ is at most tolerance² of the first if they converged, and otherwise
  /// the reference's, which rounding changes by less than a tenth. What they do not see is how rounding errors of each step stay in x for
  /// good: lesson 09's problem.hpp derives the (16 + 2k) u; dividing by d changes nothing in it, since it goes into α p only.
  ///
  /// Exact inputs: every bit of x and the outcome.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (lockstep::Verdict outcome = check_outcome(want, got, kind); !outcome.passed) return outcome;
    if (want.end == End::not_finite) return {.passed = true};
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.x, std::vector<float>(want.x.begin(), want.x.end()), 0.0, "x", "no step rounds");
    std::vector<double> product(got.x.size()), sizes(got.x.size()), rest(want.b.begin(), want.b.end());
    multiply(want, {got.x.begin(), got.x.end()}, product, sizes);
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= product[i];
    const double steps = std::max(got.outcome[0], want.done);
    const auto bound = [&](std::size_t i) { return 1.1 * want.left[i] + (16 + 2 * steps) * kUnit * want.path[i]; };
    return lockstep::compare(rest, std::vector<double>(rest.size()), bound, "b - A x",
                             "1.1 sqrt(d rho) + (16 + 2k) 2^-24 sum |A||alpha p|");
  }

  /// One iteration's: A is read once, 2n² operations.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n * n + 2 * n) * sizeof(float), .operations = 2 * n * n};
  }
};

using Lesson = Jacobi;
using Version = lockstep::Version<Jacobi>;
using lockstep::Launch;
using End = Jacobi::End;

#include "lockstep/macros/back.hpp"  // last
