/// @file
/// @brief Lesson 04's problem: its inputs, its reference, and how sharp its check is.
#include <cmath>
#include <cstdint>
#include <limits>

#include "../../lessons/04_dot_product/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;

namespace {

bool accepts(const DotProduct::Reference& want, double got, InputKind kind) {
  return DotProduct::check(want, {{static_cast<float>(got)}}, kind).passed;
}

}  // namespace

TEST_CASE("04: inputs follow from size, seed and kind", "[lesson04]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto inputs = DotProduct::make_inputs({1000}, 1, kind);
  CHECK(inputs.a.size() == 1000);
  CHECK(inputs.b.size() == 1000);
  CHECK(inputs.a != inputs.b);
  CHECK(inputs.a == DotProduct::make_inputs({1000}, 1, kind).a);
  CHECK(inputs.a != DotProduct::make_inputs({1000}, 2, kind).a);
}

TEST_CASE("04: real inputs have both signs and stay within one", "[lesson04]") {
  const auto inputs = DotProduct::make_inputs({10'000}, 1, InputKind::real);
  for (const auto* vector : {&inputs.a, &inputs.b}) {
    const auto [least, most] = std::minmax_element(vector->begin(), vector->end());
    CHECK(*least >= -1);
    CHECK(*least < -0.99F);
    CHECK(*most <= 1);
    CHECK(*most > 0.99F);
  }
}

TEST_CASE("04: the reference of vectors that one can add by hand", "[lesson04]") {
  const auto want = DotProduct::reference({{1, -2, 3}, {4, 5, -6}});
  CHECK(want.sum == -24);
  CHECK(want.magnitude == 32);
}

TEST_CASE("04: exact inputs show each dropped and each doubled product", "[lesson04]") {
  const std::int64_t n = GENERATE(1, 33, 1025);
  const auto inputs = DotProduct::make_inputs({n}, 3, InputKind::exact);
  const auto want = DotProduct::reference(inputs);
  CHECK(accepts(want, want.sum, InputKind::exact));
  std::int64_t missed = 0;
  for (std::size_t i = 0; i < inputs.a.size(); ++i) {
    const double product = double{inputs.a[i]} * double{inputs.b[i]};
    missed += accepts(want, want.sum - product, InputKind::exact) || accepts(want, want.sum + product, InputKind::exact);
  }
  CHECK(missed == 0);
}

TEST_CASE("04: exact inputs give the same bits in either direction", "[lesson04]") {
  const std::int64_t n = GENERATE(1025, 1 << 18, 1 << 20);
  const auto inputs = DotProduct::make_inputs({n}, 5, InputKind::exact);
  float up = 0, down = 0;
  for (std::size_t i = 0; i < inputs.a.size(); ++i) up += inputs.a[i] * inputs.b[i];
  for (std::size_t i = inputs.a.size(); i-- > 0;) down += inputs.a[i] * inputs.b[i];
  CHECK(up == down);
  CHECK(double{up} == DotProduct::reference(inputs).sum);
}

TEST_CASE("04: the bound on real inputs holds for the longest chain of additions", "[lesson04]") {
  const std::int64_t n = GENERATE(1, 2, 15, 17, 33, 1025, 65537);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto inputs = DotProduct::make_inputs({n}, seed, InputKind::real);
    float sum = 0;
    for (std::size_t i = 0; i < inputs.a.size(); ++i) sum += inputs.a[i] * inputs.b[i];
    CHECK(accepts(DotProduct::reference(inputs), double{sum}, InputKind::real));
  }
}

TEST_CASE("04: real inputs show nearly each dropped product", "[lesson04]") {
  const auto inputs = DotProduct::make_inputs({1025}, 1, InputKind::real);
  const auto want = DotProduct::reference(inputs);
  int missed = 0;
  for (std::size_t i = 0; i < inputs.a.size(); ++i)
    missed += accepts(want, want.sum - double{inputs.a[i]} * double{inputs.b[i]}, InputKind::real);
  CHECK(missed <= 10);  // the smallest 1 % of the products
}

TEST_CASE("04: NaN and infinity never pass", "[lesson04]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = DotProduct::reference(DotProduct::make_inputs({33}, 1, kind));
  CHECK_FALSE(accepts(want, std::numeric_limits<double>::quiet_NaN(), kind));
  CHECK_FALSE(accepts(want, std::numeric_limits<double>::infinity(), kind));
}

TEST_CASE("04: the cost is both vectors once and the result once", "[lesson04]") {
  CHECK(DotProduct::cost({1024}).bytes == 2 * 1024 * 4 + 4);
  CHECK(DotProduct::cost({1024}).operations == 2048);
}
