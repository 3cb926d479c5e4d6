/// @file
/// @brief Lesson 10's problem: its inputs, its reference, and how sharp its check is.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../../lessons/10_durbin/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;

namespace {

/// Levinson's recursion in T, the products of a step added one after the other; `slip` may add to the sum of step k what a mistake would.
template <class T, class Slip>
std::vector<float> levinson(const std::vector<float>& r, const Slip& slip) {
  std::vector<T> y(r.size()), before(r.size());
  T beta = 1;
  for (std::size_t k = 0; k < r.size(); ++k) {
    T sum = r[k];
    for (std::size_t i = 0; i < k; ++i) sum += r[k - 1 - i] * y[i];
    sum += static_cast<T>(slip(k, y));
    const T alpha = -sum / beta;
    beta *= 1 - alpha * alpha;
    before = y;
    for (std::size_t i = 0; i < k; ++i) y[i] += alpha * before[k - 1 - i];
    y[k] = alpha;
  }
  return {y.begin(), y.end()};
}
constexpr auto kNoSlip = [](std::size_t, const auto&) { return 0.0; };

/// Schur's recursion in float, as v8 has it.
std::vector<float> schur(const std::vector<float>& r) {
  const std::size_t n = r.size();
  std::vector<float> forward(r), backward(n);
  for (std::size_t i = 0; i < n; ++i) backward[i] = i == 0 ? 1.0F : r[i - 1];
  for (std::size_t k = 0; k < n; ++k) {
    const float alpha = -forward[k] / backward[k];
    float moved = alpha;
    for (std::size_t i = 0; i < n; ++i) {
      const float next = backward[i] + alpha * forward[i];
      forward[i] = i == k ? alpha : forward[i] + alpha * backward[i];
      backward[i] = std::exchange(moved, next);
    }
  }
  return forward;
}

bool accepts(const Durbin::Reference& want, const std::vector<float>& y, InputKind kind) { return Durbin::check(want, {y}, kind).passed; }

}  // namespace

TEST_CASE("10: inputs follow from size, seed and kind", "[lesson10]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto inputs = Durbin::make_inputs({1000}, 1, kind);
  CHECK(inputs.r.size() == 1000);
  CHECK(inputs.r == Durbin::make_inputs({1000}, 1, kind).r);
  CHECK(inputs.r != Durbin::make_inputs({1000}, 2, kind).r);
}

TEST_CASE("10: both kinds of inputs are positive definite at every order", "[lesson10]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto want = Durbin::reference(Durbin::make_inputs({257}, seed, kind));
    CHECK(want.left >= 0.2);  // no less power is left than the white noise has, or (3/4)^5
    CHECK(want.left < 1);
  }
}

TEST_CASE("10: PolyBench's own input is not: a reflection coefficient of 1 or more", "[lesson10]") {
  std::vector<float> r(10);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = static_cast<float>(r.size() - i);  // release 4: n + 1 − i, from i = 1
  CHECK(Durbin::reference({r}).left < 0);
}

TEST_CASE("10: the reference of systems that one can solve by hand", "[lesson10]") {
  CHECK(Durbin::reference({{0.5F}}).y == std::vector{-0.5});
  // [1 1/2; 1/2 1] y = −(1/2, 1/4): an AR(1) signal, which its last value alone predicts.
  CHECK(Durbin::reference({{0.5F, 0.25F}}).y == std::vector{-0.5, 0.0});
  // [1 0; 0 1] y = −(0, 1/2).
  const auto want = Durbin::reference({{0, 0.5F}});
  CHECK(want.y == std::vector{0.0, -0.5});
  CHECK(want.left == 0.75);
}

TEST_CASE("10: the product with T, row by row", "[lesson10]") {
  const std::vector<double> r{0.5, 0.25, 0.125};
  CHECK(toeplitz_product(r, {1, 2, 4}) == std::vector{1 + 1 + 1.0, 0.5 + 2 + 2, 0.25 + 1 + 4});
}

TEST_CASE("10: exact inputs give the same bits by Levinson's and by Schur's recursion", "[lesson10]") {
  const std::int64_t n = GENERATE(1, 2, 3, 8, 33, 131, 600);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto inputs = Durbin::make_inputs({n}, seed, InputKind::exact);
    const auto want = Durbin::reference(inputs);
    CHECK(std::ranges::count_if(want.y, [](double y) { return y != 0; }) > 0);
    CHECK(accepts(want, levinson<float>(inputs.r, kNoSlip), InputKind::exact));
    CHECK(accepts(want, schur(inputs.r), InputKind::exact));
  }
}

TEST_CASE("10: exact inputs show an element that is wrong or in another's place", "[lesson10]") {
  const auto want = Durbin::reference(Durbin::make_inputs({33}, 1, InputKind::exact));
  const std::vector<float> y(want.y.begin(), want.y.end());
  REQUIRE(accepts(want, y, InputKind::exact));
  for (std::size_t i = 0; i + 1 < y.size(); ++i) {
    auto bad = y;
    bad[i] += 0x1p-20F;
    CHECK_FALSE(accepts(want, bad, InputKind::exact));
    bad = y;
    std::swap(bad[i], bad[i + 1]);
    CHECK(accepts(want, bad, InputKind::exact) == (y[i] == y[i + 1]));
  }
}

TEST_CASE("10: the bound on real inputs holds for both recursions", "[lesson10]") {
  const std::int64_t n = GENERATE(1, 2, 3, 33, 257, 1025);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto inputs = Durbin::make_inputs({n}, seed, InputKind::real);
    const auto want = Durbin::reference(inputs);
    CHECK(accepts(want, levinson<float>(inputs.r, kNoSlip), InputKind::real));
    CHECK(accepts(want, schur(inputs.r), InputKind::real));
  }
}

TEST_CASE("10: real inputs show nearly each product that a step drops or adds twice", "[lesson10]") {
  const auto inputs = Durbin::make_inputs({131}, 1, InputKind::real);
  const auto want = Durbin::reference(inputs);
  int missed = 0, tried = 0;
  for (const double sign : {-1.0, 1.0})
    for (std::size_t at = 1; at < 131; at += 9)
      for (std::size_t i = at % 3; i < at; i += 3, ++tried)
        missed += accepts(want,
                          levinson<double>(inputs.r,
                                           [&](std::size_t k, const auto& y) {
                                             return k == at ? sign * static_cast<double>(inputs.r[k - 1 - i]) * y[i] : 0.0;
                                           }),
                          InputKind::real);
  CHECK(tried > 500);
  CHECK(missed <= tried / 50);  // those of the smallest elements
}

TEST_CASE("10: real inputs show each swapped pair of neighbours", "[lesson10]") {
  const auto want = Durbin::reference(Durbin::make_inputs({131}, 2, InputKind::real));
  const std::vector<float> y(want.y.begin(), want.y.end());
  REQUIRE(accepts(want, y, InputKind::real));
  int missed = 0;
  for (std::size_t i = 0; i + 1 < y.size(); ++i) {
    auto bad = y;
    std::swap(bad[i], bad[i + 1]);
    missed += accepts(want, bad, InputKind::real);
  }
  CHECK(missed <= 2);  // those that are nearly equal
}

TEST_CASE("10: NaN, infinity and a missing element never pass", "[lesson10]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = Durbin::reference(Durbin::make_inputs({33}, 1, kind));
  std::vector<float> y(want.y.begin(), want.y.end());
  y.back() = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(accepts(want, y, kind));
  y.back() = std::numeric_limits<float>::infinity();
  CHECK_FALSE(accepts(want, y, kind));
  y.pop_back();
  CHECK_FALSE(accepts(want, y, kind));
}

TEST_CASE("10: the cost is r and y once, and n squared multiplications and additions", "[lesson10]") {
  CHECK(Durbin::cost({1024}).bytes == 2 * 1024 * 4);
  CHECK(Durbin::cost({1024}).operations == 2 * 1024 * 1024);
}
