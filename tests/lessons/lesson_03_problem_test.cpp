/// @file
/// @brief Lesson 03's problem: its inputs, its reference, and how sharp its check is.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "../../lessons/03_reduction/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;

namespace {

bool accepts(const Reduction::Reference& want, double got, InputKind kind) {
  return Reduction::check(want, {{static_cast<float>(got)}}, kind).passed;
}

/// How many elements one could drop, or count twice, without the check noticing.
int unnoticed(std::int64_t n, InputKind kind) {
  const auto inputs = Reduction::make_inputs({n}, 3, kind);
  const auto want = Reduction::reference(inputs);
  int count = 0;
  for (const float x : inputs.x) count += accepts(want, want.sum - double{x}, kind) || accepts(want, want.sum + double{x}, kind);
  return count;
}

}  // namespace

TEST_CASE("03: inputs follow from size, seed and kind", "[lesson03]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto inputs = Reduction::make_inputs({1000}, 1, kind);
  CHECK(inputs.x.size() == 1000);
  CHECK(inputs.x == Reduction::make_inputs({1000}, 1, kind).x);
  CHECK(inputs.x != Reduction::make_inputs({1000}, 2, kind).x);
}

TEST_CASE("03: real inputs have both signs and stay within one", "[lesson03]") {
  const auto inputs = Reduction::make_inputs({10'000}, 1, InputKind::real);
  const auto [least, most] = std::minmax_element(inputs.x.begin(), inputs.x.end());
  CHECK(*least >= -1);
  CHECK(*least < -0.99F);
  CHECK(*most <= 1);
  CHECK(*most > 0.99F);
}

TEST_CASE("03: the reference of numbers that one can add by hand", "[lesson03]") {
  const auto want = Reduction::reference({{1, -2.5F, 3, -4}});
  CHECK(want.sum == -2.5);
  CHECK(want.magnitude == 10.5);
}

TEST_CASE("03: exact inputs show each dropped and each doubled element", "[lesson03]") {
  const std::int64_t n = GENERATE(1, 33, 1025, 65537);
  CHECK(unnoticed(n, InputKind::exact) == 0);
}

TEST_CASE("03: real inputs show nearly each dropped and doubled element", "[lesson03]") {
  CHECK(unnoticed(2, InputKind::real) == 0);
  CHECK(unnoticed(1025, InputKind::real) <= 5);
  CHECK(unnoticed(65537, InputKind::real) <= 0.05 * 65537);
}

TEST_CASE("03: exact inputs show an element that took the place of another", "[lesson03]") {
  const auto inputs = Reduction::make_inputs({1025}, 3, InputKind::exact);
  const auto want = Reduction::reference(inputs);
  int unequal = 0, shown = 0;
  for (std::size_t i = 1; i < inputs.x.size(); ++i) {
    unequal += inputs.x[i] != inputs.x[i - 1];
    shown += !accepts(want, want.sum - double{inputs.x[i]} + double{inputs.x[i - 1]}, InputKind::exact);
  }
  CHECK(shown == unequal);
  CHECK(unequal > 900);  // neighbours differ: 16 values, hence 15 of 16
}

TEST_CASE("03: exact inputs give the same bits in either direction", "[lesson03]") {
  const std::int64_t n = GENERATE(1025, 1 << 18, 1 << 22);
  const auto inputs = Reduction::make_inputs({n}, 5, InputKind::exact);
  float up = 0, down = 0;
  for (std::size_t i = 0; i < inputs.x.size(); ++i) up += inputs.x[i];
  for (std::size_t i = inputs.x.size(); i-- > 0;) down += inputs.x[i];
  CHECK(up == down);
  CHECK(double{up} == Reduction::reference(inputs).sum);
}

TEST_CASE("03: the bound on real inputs holds for the longest chain of additions", "[lesson03]") {
  const std::int64_t n = GENERATE(1, 2, 12, 14, 33, 1025, 65537);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto inputs = Reduction::make_inputs({n}, seed, InputKind::real);
    float sum = 0;
    for (const float x : inputs.x) sum += x;
    CHECK(accepts(Reduction::reference(inputs), double{sum}, InputKind::real));
  }
}

TEST_CASE("03: NaN and infinity never pass", "[lesson03]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = Reduction::reference(Reduction::make_inputs({33}, 1, kind));
  CHECK_FALSE(accepts(want, std::numeric_limits<double>::quiet_NaN(), kind));
  CHECK_FALSE(accepts(want, std::numeric_limits<double>::infinity(), kind));
}

TEST_CASE("03: the cost is each number once and the result once", "[lesson03]") {
  CHECK(Reduction::cost({1024}).bytes == 1024 * 4 + 4);
  CHECK(Reduction::cost({1024}).operations == 1024);
}
