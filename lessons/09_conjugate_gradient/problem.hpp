/// @file
/// @brief The system Ax = b, A dense, symmetric and positive definite, solved by conjugate gradients: inputs, reference, bounds and cost.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/matrix_market.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/usage_error.hpp"
#include "lockstep/version.hpp"
#include "system.hpp"

/// Given A, n × n floats with aᵢⱼ = aⱼᵢ, and b, n floats, find x by conjugate gradients (Hestenes and Stiefel, 1952), from x = 0:
///
///     r = p = b
///     until ‖r‖ ≤ tolerance · ‖b‖, or as many iterations as are allowed:
///       α = rᵀr / pᵀAp;  x += α p;  r −= α Ap;  β = new rᵀr / old rᵀr;  p = r + β p
///
/// The answer is x, ‖r‖ before the first and after each iteration, and how it ended. The size of the problem is n, not n².
struct ConjugateGradient : LinearSystem {
  struct Inputs {
    std::vector<float> a;  ///< row after row, each pitch_of(n) long: n elements, and NaN up to the next row
    std::vector<float> b;  ///< n
    std::int32_t iterations = 0;
    float tolerance = 0;
  };
  struct Outputs {
    std::vector<float> x;               ///< n
    std::vector<float> history;         ///< kMostIterations + 1: ‖r‖ after k iterations; NaN, as before, after the last of them
    std::vector<std::int32_t> outcome;  ///< two: how many iterations there were, and an End
  };
  /// What a version works on. Row i begins at a + i * pitch, on a boundary of 128 bytes.
  struct Device {
    std::int64_t n;
    std::int64_t pitch;  ///< elements from a row to the next
    const float* a;
    const float* b;
    std::int32_t iterations;  ///< are allowed
    float tolerance;
    float* x;
    float* history;
    std::int32_t* outcome;
  };
  struct Reference {
    std::int64_t n, pitch;
    std::vector<float> a, b;
    std::int32_t iterations;
    double tolerance;
    std::vector<double> x, history;
    std::int32_t done;  ///< iterations
    End end;
    std::vector<double> path;     ///< Σₖ |A| |αₖ pₖ|, element by element: what rounding errors are measured against
    std::vector<double> drift{};  ///< of each element of the history: what rounding may change it by, relative to it
  };

  static constexpr std::int32_t kMostIterations = 4000;
  static constexpr std::int64_t kMostRows = 32768;  ///< of a file: 4 GiB
  static constexpr std::array kRagged{lockstep::Size{1},  lockstep::Size{2},  lockstep::Size{3},  lockstep::Size{31},
                                      lockstep::Size{33}, lockstep::Size{64}, lockstep::Size{131}};
  static constexpr std::array kSettings{lockstep::Setting{"iterations", "At most this many iterations", 500, 0, kMostIterations, true},
                                        lockstep::Setting{"tolerance", "Stop at a residual of so much of b's norm", 1e-6, 0, 1}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "09_conjugate_gradient",
      .title = "Conjugate gradients: Ax = b",
      .simulator_size = {128},
      .gpu_size = {2048},
      .ragged_sizes = kRagged,
      .takes_elements = true,
      .input_form = "a symmetric matrix in Matrix Market form, with b = A times ones",
      .settings = kSettings,
      .history = "the norm of its residual by iteration",
  };

  /// Room for A and b; NaN between the rows, which shows if it is used.
  static Inputs empty_inputs(std::int64_t n) {
    const std::int64_t pitch = pitch_of(n);
    Inputs in{std::vector<float>(static_cast<std::size_t>(n * pitch)), std::vector<float>(static_cast<std::size_t>(n))};
    for (std::int64_t i = 0; i < n; ++i) std::fill_n(in.a.begin() + i * pitch + n, pitch - n, std::numeric_limits<float>::quiet_NaN());
    return in;
  }

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    return kind == lockstep::InputKind::exact ? exact_inputs(size.count(), seed) : real_inputs(size.count(), seed);
  }

  /// Two vectors of whole numbers: wᵀw = N, a power of two; uᵀw = 0; and uᵀu = 2N. The sum of 16 or more.
  ///
  /// w has ±1, and ±2 in as many neighbouring pairs as N asks for; its last four elements are what is left, as a sum of squares. u turns
  /// pairs of w by a right angle: (wᵢ, wᵢ₊₁) becomes c (wᵢ₊₁, −wᵢ), with |c| = 1 or 2; the first four pairs are what is left there.
  static std::pair<std::vector<int>, std::vector<int>> orthogonal_pair(std::int64_t n, std::uint64_t seed) {
    const auto sign = [&](std::uint64_t array, std::int64_t i) {
      return lockstep::random_bits(lockstep::array_seed(seed, array), static_cast<std::uint64_t>(i)) % 2 == 0 ? 1 : -1;
    };
    const auto count = static_cast<std::size_t>(n);
    std::vector<int> w(count), u(count);
    if (n < 16) {  // too few for that; these do
      w[0] = sign(0, 0);
      if (n > 1) w[1] = sign(0, 1);
      if (n > 2) u[2] = 2 * sign(1, 2);
      return {w, u};
    }
    const auto power = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
    const std::int64_t pairs = (n - 4) / 2, twos = std::max<std::int64_t>(0, (power - n) / 6 - 2);
    std::int64_t left = power;
    for (std::int64_t i = 0; i < n - 4; ++i) {
      const std::int64_t pair = i / 2 - 4, others = pairs - 4;
      const bool two = pair >= 0 && pair < others && (pair + 1) * twos / others != pair * twos / others;
      w[static_cast<std::size_t>(i)] = sign(0, i) * (two ? 2 : 1);
      left -= two ? 4 : 1;
    }
    const auto last = four_squares(left);
    for (std::size_t k = 0; k < 4; ++k) w[count - 4 + k] = sign(0, n - 4 + static_cast<std::int64_t>(k)) * last[k];

    std::int64_t least = 0;  // of Σ c² wᵢ² over the pairs that are still to come
    for (std::int64_t m = 4; m < pairs; ++m) least += w[static_cast<std::size_t>(2 * m)] * w[static_cast<std::size_t>(2 * m)];
    left = power;
    const auto turn = [&](std::int64_t m, int c) {
      u[static_cast<std::size_t>(2 * m)] = c * w[static_cast<std::size_t>(2 * m + 1)];
      u[static_cast<std::size_t>(2 * m + 1)] = -c * w[static_cast<std::size_t>(2 * m)];
    };
    for (std::int64_t m = 4; m < pairs; ++m) {
      const std::int64_t one = w[static_cast<std::size_t>(2 * m)] * w[static_cast<std::size_t>(2 * m)];
      least -= one;
      const bool two = left - 4 * one >= least;
      left -= two ? 4 * one : one;
      turn(m, sign(1, m) * (two ? 2 : 1));
    }
    const auto first = four_squares(left);
    for (std::int64_t m = 0; m < 4; ++m) turn(m, sign(1, m) * first[static_cast<std::size_t>(m)]);
    return {w, u};
  }

  /// A = N I + 3 w wᵀ and b = u + w, with w and u as above: N is the eigenvalue of u, and 4N that of w. Conjugate gradients then take two
  /// iterations, with α = 1/(2N) and β = 1/2 both times:
  ///
  ///     x = (u + w)/(2N), r = u/2 − w, p = u − w/2;   x = u/N + w/(4N), r = 0
  ///
  /// All vectors are halves of small whole numbers, those with A in them multiples of N/2; so no sum of products rounds, in any order, up
  /// to n = 2¹⁶ whatever the signs. (With n < 3 there is no u, and one iteration.) Nearly all elements of A are whole numbers, not zero.
  static Inputs exact_inputs(std::int64_t n, std::uint64_t seed) {
    const auto [w, u] = orthogonal_pair(n, seed);
    Inputs in = empty_inputs(n);
    const std::int64_t pitch = pitch_of(n);
    int power = 0;
    for (const int element : w) power += element * element;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto row = static_cast<std::size_t>(i);
      for (std::int64_t j = 0; j < n; ++j)
        in.a[static_cast<std::size_t>(i * pitch + j)] =
            static_cast<float>((i == j ? power : 0) + 3 * w[row] * w[static_cast<std::size_t>(j)]);
      in.b[row] = static_cast<float>(u[row] + w[row]);
    }
    return in;
  }

  /// A as heavy_diagonal() makes it, and b in [−1, 1). Each iteration then divides the residual by (√17 + 1)/(√17 − 1) = 1.64 or more: 28
  /// iterations for a millionth.
  static Inputs real_inputs(std::int64_t n, std::uint64_t seed) {
    Inputs in = empty_inputs(n);
    const std::int64_t pitch = pitch_of(n);
    for_rows(n, [&](std::int64_t i) {
      for (std::int64_t j = 0; j < n; ++j)
        in.a[static_cast<std::size_t>(i * pitch + j)] = static_cast<float>(heavy_diagonal(n, seed, i, j));
    });
    lockstep::fill_reals(std::span(in.b), lockstep::array_seed(seed, 2), -1.0, 1.0);
    return in;
  }

  static void apply(Inputs& in, std::span<const double> settings) {
    in.iterations = static_cast<std::int32_t>(settings[0]);
    in.tolerance = static_cast<float>(settings[1]);
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {std::vector<float>(static_cast<std::size_t>(size.count())), std::vector<float>(kMostIterations + 1),
            std::vector<std::int32_t>(2)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(),
            .pitch = pitch_of(size.count()),
            .a = arrays.input("A", in.a),
            .b = arrays.input("b", in.b),
            .iterations = in.iterations,
            .tolerance = in.tolerance,
            .x = arrays.output("x", out.x),
            .history = arrays.output("history", out.history),
            .outcome = arrays.output("outcome", out.outcome)};
  }

  /// What rᵀr says after k iterations.
  static End after_residual(double rr, double limit, std::int32_t k, std::int32_t most) {
    if (!std::isfinite(rr)) return End::not_finite;
    if (rr <= limit) return End::converged;
    return k == most ? End::used_up : End::running;
  }

  /// The same iterations in double, and the sizes of what is added in them.
  static Reference reference(const Inputs& in) {
    const auto n = static_cast<std::int64_t>(in.b.size());
    const std::size_t count = in.b.size();
    Reference want{n,
                   pitch_of(n),
                   in.a,
                   in.b,
                   in.iterations,
                   in.tolerance,
                   std::vector<double>(count),
                   {},
                   0,
                   End::running,
                   std::vector<double>(count)};
    std::vector<double> r(in.b.begin(), in.b.end()), p = r, q(count), sizes(count);
    double rr = dot(r, r), error = 0, shortest = std::numeric_limits<double>::infinity(), longest = 0;  // of the steps α
    const double limit = want.tolerance * want.tolerance * rr, of_norm = (4 + 2 * std::sqrt(static_cast<double>(n))) * kUnit;
    for (;; ++want.done) {
      want.history.push_back(std::sqrt(rr));
      want.drift.push_back(of_norm + (error > 0 ? error * longest / shortest : 0));
      want.end = after_residual(rr, limit, want.done, want.iterations);
      if (want.end != End::running) return want;
      for_rows(n, [&](std::int64_t i) {
        const float* const row = in.a.data() + i * want.pitch;
        double sum = 0, size = 0;
        for (std::size_t j = 0; j < count; ++j) {
          const double product = double{row[j]} * p[j];
          sum += product;
          size += std::abs(product);
        }
        q[static_cast<std::size_t>(i)] = sum;
        sizes[static_cast<std::size_t>(i)] = size;
      });
      const double curvature = dot(p, q);
      if (!std::isfinite(curvature)) want.end = End::not_finite;
      if (curvature <= 0) want.end = End::not_positive_definite;
      if (want.end != End::running) return want;
      const double alpha = rr / curvature;
      for (std::size_t i = 0; i < count; ++i) {
        want.x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        want.path[i] += alpha * sizes[i];
      }
      shortest = std::min(shortest, alpha);
      longest = std::max(longest, alpha);
      const double before = std::exchange(rr, dot(r, r));
      error += 16 * kUnit * alpha * std::sqrt(dot(sizes, sizes) / rr);
      if (std::sqrt(rr) < kUnit * want.history.front()) error = std::numeric_limits<double>::infinity();  // r has drifted from b - Ax
      for (std::size_t i = 0; i < count; ++i) p[i] = r[i] + rr / before * p[i];
    }
  }

  static constexpr double kComparable = 0.1;  ///< drift beyond which a history says nothing about another

  /// How it ended, if what `got` says of that agrees with itself and, as far as rounding errors allow, with `want`.
  static lockstep::Verdict check_outcome(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    const std::int32_t done = got.outcome[0], end = got.outcome[1];
    const bool known = end >= 0 && end <= static_cast<std::int32_t>(End::not_finite);
    lockstep::Verdict bad{.index = 0,
                          .expected = static_cast<double>(want.done),
                          .got = static_cast<double>(done),
                          .what = "outcome",
                          .why = "iterations: at most as many as are allowed"};
    if (done < 0 || done > want.iterations) return bad;
    const auto last = static_cast<std::size_t>(std::min(done, want.done));
    const bool comparable = kind == lockstep::InputKind::exact || want.drift[last] <= kComparable;
    if (!known || (comparable && end != static_cast<std::int32_t>(want.end)))
      return {.index = 1,
              .expected = static_cast<double>(want.end),
              .got = static_cast<double>(end),
              .what = "outcome",
              .why = "0: converged, 1: iterations used up, 2: not positive definite, 3: not finite"};
    bad.why = "iterations until it ended this way";
    const bool stopped = end != static_cast<std::int32_t>(End::converged) && end != static_cast<std::int32_t>(End::used_up);
    if ((kind == lockstep::InputKind::exact || (comparable && stopped)) && done != want.done) return bad;
    const auto at = [&](std::int32_t k) { return static_cast<double>(got.history[static_cast<std::size_t>(k)]); };
    const double limit = want.tolerance * at(0);
    if (end == static_cast<std::int32_t>(End::converged) && !(at(done) <= limit * (1 + 8 * kUnit))) return bad;
    if (end == static_cast<std::int32_t>(End::used_up) && done != want.iterations) return bad;
    for (std::int32_t k = 0; k < done; ++k)
      if (at(k) < limit * (1 - 8 * kUnit)) return bad;  // it was there before
    return {.passed = true};
  }

  /// ‖r‖ by iteration, as long as rounding errors leave it comparable; numbers up to the last, and NaN after it.
  static lockstep::Verdict check_history(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    const auto done = static_cast<std::size_t>(got.outcome[0]);
    for (std::size_t k = 0; k < got.history.size(); ++k)
      if (const bool number = !std::isnan(got.history[k]); number != (k <= done) && !(k == done && std::isnan(want.history.back())))
        return {.index = static_cast<std::int64_t>(k),
                .got = got.history[k],
                .what = "history",
                .why = "numbers up to the last iteration, NaN after it"};
    std::size_t length = std::min(done + 1, want.history.size());
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(std::span(got.history).first(length), rounded(want.history, length), 0.0, "history", "no step rounds");
    while (length > 1 && want.drift[length - 1] > kComparable) --length;
    const auto bound = [&](std::size_t k) { return want.drift[k] * want.history[k]; };
    return lockstep::compare(std::span(got.history).first(length), std::span(want.history).first(length), bound, "history",
                             "16 * 2^-24 times what the iterations add, grown by their steps");
  }

  static std::vector<float> rounded(const std::vector<double>& numbers, std::size_t count) {
    return {numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  /// b − A x in double.
  static std::vector<double> residual(const Reference& want, const std::vector<float>& x) {
    std::vector<double> all(want.b.begin(), want.b.end());
    for_rows(want.n, [&](std::int64_t i) {
      const float* const row = want.a.data() + i * want.pitch;
      for (std::size_t j = 0; j < x.size(); ++j) all[static_cast<std::size_t>(i)] -= double{row[j]} * double{x[j]};
    });
    return all;
  }

  /// Real inputs: each element of the *true* residual b − Ax is allowed what the iterations themselves believe, ‖r‖ in the history, and
  /// (16 + 2k) u times that element of Σₖ |A| |αₖ pₖ|, u = 2⁻²⁴, after k iterations.
  ///
  /// In exact arithmetic b − Ax is r. In float each iteration rounds: Ap by at most 16 u |A||p|, in whatever order it is added up (lesson
  /// 05 derives it); α Ap and r − α Ap by u of what they are; and x by u |x| and u |α p|, which A carries into b − Ax. Nothing that comes
  /// later in the iteration corrects that: the errors add up (Greenbaum, SIAM J. Matrix Anal. Appl. 18, 1997). As |x| ≤ Σ |αₖ pₖ| and
  /// |Ap| ≤ |A||p|, k iterations make the bound.
  ///
  /// The same errors change r, and so ‖r‖ by iteration. There an error is a part of r like any other from then on, and shrinks with it:
  /// what counts is its size relative to ‖r‖. A step multiplies what r has of an eigenvector by 1 − αλ, an error too: by αλ at most, and
  /// 1/λ is no longer than the shortest step. So the history may deviate by the sum of the relative errors times the longest step over the
  /// shortest, as long as that is below a tenth; and by (4 + 2 √n) u for ‖r‖ itself, a sum of n squares, with twelve times the standard
  /// deviation of its error in the worst order. Beyond a tenth, float and double go different ways: α and β follow from r, and what is left
  /// is to ask b − Ax. So they do once ‖r‖ is below u ‖b‖, which b − Ax in float never is: a version that goes on to there follows r alone.
  /// So for an ill-conditioned file one ending may be right where the reference has another.
  ///
  /// Exact inputs: every bit of x, the history and the outcome.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (lockstep::Verdict outcome = check_outcome(want, got, kind); !outcome.passed) return outcome;
    if (lockstep::Verdict history = check_history(want, got, kind); !history.passed) return history;
    if (got.outcome[1] == static_cast<std::int32_t>(End::not_finite)) return {.passed = true};
    if (kind == lockstep::InputKind::exact) return lockstep::compare(got.x, rounded(want.x, want.x.size()), 0.0, "x", "no step rounds");
    const auto done = static_cast<std::size_t>(got.outcome[0]);
    const double believed = got.history[done], steps = static_cast<double>(std::max(got.outcome[0], want.done));
    const auto bound = [&](std::size_t i) { return believed + (16 + 2 * steps) * kUnit * want.path[i]; };
    return lockstep::compare(residual(want, got.x), std::vector<double>(want.b.size()), bound, "b - A x",
                             "the last ||r|| + (16 + 2k) 2^-24 sum |A||alpha p|");
  }

  /// One iteration's: A is read once, 2n² operations. How many iterations there are depends on A and b, so a rate is that of one.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n * n + 2 * n) * sizeof(float), .operations = 2 * n * n};
  }

  /// @throws UsageError where the matrix is not square, empty, too large, not symmetric or not finite, and as read_matrix_market
  static Inputs read_inputs(const std::string& path) {
    const lockstep::MatrixMarket matrix = lockstep::with_both_triangles(lockstep::read_matrix_market(path));
    const auto refuse = [&](const std::string& why) { throw lockstep::UsageError("cannot read " + path + ": " + why); };
    if (matrix.rows != matrix.columns)
      refuse("a symmetric matrix must be square, not " + std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns));
    if (matrix.rows < 1 || matrix.rows > kMostRows)
      refuse("it has " + std::to_string(matrix.rows) + " rows; as a dense matrix it may have 1 to " + std::to_string(kMostRows));
    Inputs in = empty_inputs(matrix.rows);
    const auto pitch = static_cast<std::size_t>(pitch_of(matrix.rows)), n = in.b.size();
    for (const lockstep::MatrixEntry& entry : matrix.entries)
      in.a[static_cast<std::size_t>(entry.row) * pitch + static_cast<std::size_t>(entry.column)] += static_cast<float>(entry.value);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const float below = in.a[i * pitch + j], above = in.a[j * pitch + i];
        if (below != above && !(std::isnan(below) && std::isnan(above)))
          refuse("it is not symmetric: (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) + ") is not (" + std::to_string(j + 1) +
                 ", " + std::to_string(i + 1) + ")");
      }
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += in.a[i * pitch + j];
      if (!(std::abs(sum) <= std::numeric_limits<float>::max()))
        refuse("row " + std::to_string(i + 1) + " has elements that are not finite, or too large for floats");
      in.b[i] = static_cast<float>(sum);
    }
    return in;
  }
  static lockstep::Size size_of(const Inputs& in) { return {static_cast<std::int64_t>(in.b.size())}; }

  static std::string summary(const Outputs& out) {
    constexpr std::array kWords{"converged", "all iterations used up", "stopped, A is not positive definite", "stopped, not finite"};
    const std::int32_t done = out.outcome[0], end = out.outcome[1];
    if (done < 0 || done > kMostIterations || end < 0 || end >= static_cast<std::int32_t>(kWords.size())) return "no outcome";
    const double ratio = out.history[static_cast<std::size_t>(done)] / out.history[0];
    std::string text = std::string(kWords[static_cast<std::size_t>(end)]) + " after " + std::to_string(done) + " iterations";
    if (std::isfinite(ratio)) text += ", residual " + scientific(ratio) + " of the first";
    return text;
  }

  static double iterations(const Outputs& out) { return out.outcome[0]; }

  static lockstep::Series history(const Outputs& out) {
    lockstep::Series series{.steps = "iteration", .what = "norm of the residual", .by_powers_of_ten = true, .values = {}};
    for (const float norm : out.history) {
      if (std::isnan(norm)) break;
      series.values.push_back(norm);
    }
    return series;
  }

 private:
  /// "3.1e-07".
  static std::string scientific(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", number);
    return text.data();
  }
};

using Lesson = ConjugateGradient;
using Version = lockstep::Version<ConjugateGradient>;
using lockstep::Launch;
using End = ConjugateGradient::End;
