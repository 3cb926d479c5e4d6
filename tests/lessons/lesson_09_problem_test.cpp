/// @file
/// @brief Lesson 09's problem: its inputs, its reference, and how sharp its checks are.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "../../lessons/09_conjugate_gradient/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;

namespace {

using Inputs = ConjugateGradient::Inputs;
using Outputs = ConjugateGradient::Outputs;

Inputs made(std::int64_t n, std::uint64_t seed, InputKind kind) {
  Inputs in = ConjugateGradient::make_inputs({n}, seed, kind);
  lockstep::apply_settings<ConjugateGradient>(in, {});
  return in;
}

float at(const Inputs& in, std::size_t i, std::size_t j) { return in.a[i * (in.a.size() / in.b.size()) + j]; }

/// What somebody may get wrong.
struct Mistake {
  std::function<float(std::size_t, std::size_t)> element{};       ///< takes this for A's
  std::function<float(float)> alpha = [](float x) { return x; };  ///< takes this for α
  std::function<float(float)> beta = [](float x) { return x; };   ///< takes this for β
  float tolerance = 1e-6F;                                        ///< stops there
};

/// Conjugate gradients in float, one after the other, with a mistake.
Outputs solve(const Inputs& in, const Mistake& mistake) {
  const std::size_t n = in.b.size();
  const auto element = mistake.element ? mistake.element : [&](std::size_t i, std::size_t j) { return at(in, i, j); };
  const auto dot = [](const std::vector<float>& a, const std::vector<float>& b) {
    float sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  };
  Outputs out = ConjugateGradient::make_outputs({static_cast<std::int64_t>(n)});
  out.history.assign(out.history.size(), std::numeric_limits<float>::quiet_NaN());
  std::vector<float> r = in.b, p = r, q(n);
  float rr = dot(r, r);
  const float limit = mistake.tolerance * mistake.tolerance * rr;
  std::int32_t k = 0;
  for (;; ++k) {
    out.history[static_cast<std::size_t>(k)] = std::sqrt(rr);
    if (rr <= limit || k == in.iterations || !std::isfinite(rr)) break;
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = 0;
      for (std::size_t j = 0; j < n; ++j) q[i] += element(i, j) * p[j];
    }
    const float alpha = mistake.alpha(rr / dot(p, q)), before = rr;
    for (std::size_t i = 0; i < n; ++i) out.x[i] += alpha * p[i], r[i] -= alpha * q[i];
    rr = dot(r, r);
    const float beta = mistake.beta(rr / before);
    for (std::size_t i = 0; i < n; ++i) p[i] = r[i] + beta * p[i];
  }
  out.outcome = {k, static_cast<std::int32_t>(rr <= limit ? End::converged : std::isfinite(rr) ? End::used_up : End::not_finite)};
  return out;
}

bool accepts(const Inputs& in, const Outputs& out, InputKind kind) {
  return ConjugateGradient::check(ConjugateGradient::reference(in), out, kind).passed;
}

}  // namespace

TEST_CASE("09: inputs follow from size, seed and kind", "[lesson09]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Inputs in = made(100, 1, kind), again = made(100, 1, kind), other = made(100, 2, kind);
  CHECK(in.b == again.b);
  CHECK(in.b != other.b);
  CHECK(at(in, 3, 70) == at(again, 3, 70));
  CHECK(std::equal(in.a.begin(), in.a.begin() + 100, again.a.begin()));
  CHECK_FALSE(std::equal(in.a.begin() + 128, in.a.begin() + 228, other.a.begin() + 128));
}

TEST_CASE("09: A is symmetric, and there is nothing but NaN between its rows", "[lesson09]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const std::size_t n = GENERATE(1, 2, 3, 31, 33, 131);
  const Inputs in = made(static_cast<std::int64_t>(n), 4, kind);
  const std::size_t pitch = in.a.size() / n;
  std::size_t asymmetric = 0, zeros = 0, numbers_between = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) asymmetric += at(in, i, j) != at(in, j, i), zeros += at(in, i, j) == 0;
    for (std::size_t j = n; j < pitch; ++j) numbers_between += !std::isnan(in.a[i * pitch + j]);
  }
  CHECK(asymmetric == 0);
  CHECK(numbers_between == 0);
  if (n >= 16) CHECK(zeros <= 4 * n);  // two rows and columns of them, if the sum of squares has zeros
}

TEST_CASE("09: w and u are at a right angle, with a power of two and twice that for squares", "[lesson09]") {
  for (std::int64_t n = 16; n < 700; ++n) {
    const auto [w, u] = ConjugateGradient::orthogonal_pair(n, static_cast<std::uint64_t>(n));
    int ww = 0, wu = 0, uu = 0, largest = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      ww += w[i] * w[i], wu += w[i] * u[i], uu += u[i] * u[i];
      largest = std::max({largest, std::abs(w[i]), std::abs(u[i])});
    }
    CAPTURE(n);
    REQUIRE(ww == static_cast<int>(std::bit_ceil(static_cast<std::uint64_t>(n))));
    REQUIRE(wu == 0);
    REQUIRE(uu == 2 * ww);
    REQUIRE(largest <= 8);
  }
}

TEST_CASE("09: exact inputs take two iterations, which no step rounds", "[lesson09]") {
  const std::int64_t n = GENERATE(3, 16, 33, 100, 257, 1000);
  const Inputs in = made(n, 5, InputKind::exact);
  const auto want = ConjugateGradient::reference(in);
  CHECK(want.done == 2);
  CHECK(want.end == End::converged);
  CHECK(want.history.at(2) == 0);
  CHECK(want.history[0] * want.history[0] == Catch::Approx(2 * want.history[1] * want.history[1]));
  CHECK(accepts(in, solve(in, {}), InputKind::exact));
}

TEST_CASE("09: real inputs converge in some tens of iterations", "[lesson09]") {
  const std::int64_t n = GENERATE(4, 31, 100, 300, 600);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const auto want = ConjugateGradient::reference(made(n, seed, InputKind::real));
    CHECK(want.end == End::converged);
    CHECK(want.done <= 28);
    if (n >= 100) CHECK(want.done >= 12);
  }
}

TEST_CASE("09: the reference of a system that one can solve by hand", "[lesson09]") {
  Inputs in = ConjugateGradient::empty_inputs(2);
  in.a[0] = 4, in.a[32 + 1] = 1;
  in.b = {4, 2};
  lockstep::apply_settings<ConjugateGradient>(in, std::vector<double>{1, 1e-6});
  const auto want = ConjugateGradient::reference(in);  // α = 20 / 68
  CHECK(want.end == End::used_up);
  CHECK(want.done == 1);
  CHECK(want.x[0] == Catch::Approx(80.0 / 68));
  CHECK(want.x[1] == Catch::Approx(40.0 / 68));
}

TEST_CASE("09: the reference ends as it should", "[lesson09]") {
  Inputs in = ConjugateGradient::empty_inputs(2);
  lockstep::apply_settings<ConjugateGradient>(in, {});
  in.b = {2, 2};
  in.a[0] = 8, in.a[33] = -4;
  CHECK(ConjugateGradient::reference(in).end == End::not_positive_definite);
  CHECK(ConjugateGradient::reference(in).done == 1);
  in.a[33] = std::numeric_limits<float>::quiet_NaN();
  CHECK(ConjugateGradient::reference(in).end == End::not_finite);
  in.b = {0, 0};
  CHECK(ConjugateGradient::reference(in).end == End::converged);
}

TEST_CASE("09: right answers pass", "[lesson09]") {
  const std::int64_t n = GENERATE(1, 2, 7, 33, 150, 400);
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    for (const InputKind kind : {InputKind::exact, InputKind::real})
      CHECK(accepts(made(n, seed, kind), solve(made(n, seed, kind), {}), kind));
}

TEST_CASE("09: the usual mistakes show, in both kinds of inputs", "[lesson09]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const std::size_t n = GENERATE(33, 130);
  Inputs in = made(static_cast<std::int64_t>(n), 7, kind);
  in.iterations = 60;  // what goes wrong need not go on for long
  const auto a = [&](std::size_t i, std::size_t j) { return at(in, i, j); };
  REQUIRE(accepts(in, solve(in, {}), kind));
  for (const Mistake& mistake : std::vector<Mistake>{
           {.element = [&](auto i, auto j) { return i == 3 && j == 9 ? 0 : a(i, j); }},  // an element dropped
           {.element = [&](auto i, auto j) { return i == 9 && j == 3 ? 2 * a(i, j) : a(i, j); }},
           {.element = [&](auto i, auto j) { return j == n - 1 ? 0 : a(i, j); }},  // the tail
           {.element = [&](auto i, auto j) { return a(i, (j + 1) % n); }},
           {.element = [&](auto i, auto j) { return j <= i ? a(i, j) : 0; }},  // not mirrored
           {.element = [&](auto i, auto j) { return i == j ? 0 : a(i, j); }},
           {.alpha = [](float x) { return 0.99F * x; }},
           {.beta = [](float) { return 0.0F; }},  // steepest descent
           {.beta = [](float x) { return 1 / x; }},
           {.beta = [](float x) { return -x; }},
           {.beta = [](float x) { return std::sqrt(x); }},
           {.tolerance = 0.9F},
       })
    CHECK_FALSE(accepts(in, solve(in, mistake), kind));
  if (kind == InputKind::real)
    for (const float tolerance : {1e-5F, 1e-7F}) CHECK_FALSE(accepts(in, solve(in, {.tolerance = tolerance}), kind));
}

TEST_CASE("09: each wrong element of an answer shows", "[lesson09]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Inputs in = made(67, 3, kind);
  const auto want = ConjugateGradient::reference(in);
  const Outputs right = solve(in, {});
  const auto refuses = [&](const Outputs& out) { return !ConjugateGradient::check(want, out, kind).passed; };
  REQUIRE_FALSE(refuses(right));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < 67; ++i)
    for (const float wrong : {nan, std::numeric_limits<float>::infinity(), right.x[i] * 1.01F + 1e-3F, right.x[(i + 1) % 67]}) {
      Outputs out = right;
      out.x[i] = wrong;
      if (out.x[i] != right.x[i]) CHECK(refuses(out));
    }
  const auto done = static_cast<std::size_t>(right.outcome[0]);
  for (std::size_t k = 0; k <= done + 1; ++k)
    for (const float wrong : {nan, right.history[k] * 1.01F, right.history[0] * 2, 0.0F}) {
      Outputs out = right;
      out.history[k] = wrong;
      const bool same = wrong == right.history[k] || (std::isnan(wrong) && std::isnan(right.history[k]));
      const bool last =
          k == done && kind == InputKind::real && std::isfinite(wrong) && wrong < 1.1F * right.history[k];  // rounding may do so much
      if (!same && !last) CHECK(refuses(out));
    }
  Outputs beyond = right;
  beyond.history.back() = 1;
  CHECK(refuses(beyond));
  for (const std::int32_t iterations : {-1, 0, right.outcome[0] - 1, right.outcome[0] + 1, 501}) {
    Outputs out = right;
    out.outcome[0] = iterations;
    CHECK(refuses(out));
  }
  for (const std::int32_t end : {-1, 1, 2, 3, 4}) {
    Outputs out = right;
    out.outcome[1] = end;
    CHECK(refuses(out));
  }
}

TEST_CASE("09: what is said of an answer", "[lesson09]") {
  Outputs out = ConjugateGradient::make_outputs({2});
  out.history[0] = 2, out.history[1] = 0.5F;
  out.outcome = {1, 0};
  CHECK(ConjugateGradient::summary(out) == "converged after 1 iterations, residual 2.5e-01 of the first");
  out.outcome = {1, 2};
  CHECK(ConjugateGradient::summary(out).find("stopped, A is not positive definite after 1 iterations") == 0);
  out.outcome = {-1, -1};
  CHECK(ConjugateGradient::summary(out) == "no outcome");
  out.history[2] = std::numeric_limits<float>::quiet_NaN();
  CHECK(ConjugateGradient::history(out).values == std::vector<double>{2, 0.5});
}

TEST_CASE("09: a matrix that no machine holds is refused before its elements are counted", "[lesson09]") {
  CHECK_THROWS_AS(ConjugateGradient::pitch_of(std::int64_t{1} << 40), std::bad_alloc);
  CHECK(ConjugateGradient::cost({1 << 28}).bytes > 2.8e17);
}
