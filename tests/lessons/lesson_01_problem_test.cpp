/// @file
/// @brief Lesson 01's problem: its inputs, its reference, and how sharp its check is.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../../lessons/01_vector_add/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;

namespace {

bool accepts(const VectorAdd::Reference& want, const std::vector<float>& c, double sum, InputKind kind) {
  return VectorAdd::check(want, {c, {static_cast<float>(sum)}}, kind).passed;
}

float added_in_order(const std::vector<float>& terms) {
  float sum = 0;
  for (const float x : terms) sum += x;
  return sum;
}

}  // namespace

TEST_CASE("01: inputs follow from size, seed and kind", "[lesson01]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto inputs = VectorAdd::make_inputs({1000}, 1, kind);
  CHECK(inputs.a.size() == 1000);
  CHECK(inputs.b.size() == 1000);
  CHECK(inputs.a != inputs.b);
  CHECK(inputs.a == VectorAdd::make_inputs({1000}, 1, kind).a);
  CHECK(inputs.b == VectorAdd::make_inputs({1000}, 1, kind).b);
  CHECK(inputs.a != VectorAdd::make_inputs({1000}, 2, kind).a);
}

TEST_CASE("01: real inputs have both signs and stay within one", "[lesson01]") {
  const auto inputs = VectorAdd::make_inputs({10'000}, 1, InputKind::real);
  for (const auto* vector : {&inputs.a, &inputs.b}) {
    const auto [least, most] = std::minmax_element(vector->begin(), vector->end());
    CHECK(*least >= -1);
    CHECK(*least < -0.99F);
    CHECK(*most <= 1);
    CHECK(*most > 0.99F);
  }
}

TEST_CASE("01: exact inputs are integers of which no two add up to zero, and small enough", "[lesson01]") {
  const std::int64_t n = GENERATE(1, 1025, 1 << 20, 1 << 22);
  const auto inputs = VectorAdd::make_inputs({n}, 4, InputKind::exact);
  std::int64_t zeros = 0, fractions = 0, equal = 0;
  float most = 0;
  for (std::size_t i = 0; i < inputs.a.size(); ++i) {
    const float c = inputs.a[i] + inputs.b[i];
    zeros += c == 0;
    fractions += c != std::round(c) || inputs.a[i] != std::round(inputs.a[i]);
    equal += inputs.a[i] == inputs.b[i];
    most = std::max(most, std::abs(c));
  }
  CHECK(zeros == 0);
  CHECK(fractions == 0);
  CHECK(static_cast<double>(most) * static_cast<double>(n) <= 0x1p24);  // no partial sum, of whatever terms, is rounded
  if (n > 1) CHECK(equal < n * 6 / 10);                                 // a version that adds a and a is wrong somewhere
}

TEST_CASE("01: the reference of vectors that one can add by hand", "[lesson01]") {
  const auto want = VectorAdd::reference({{1, -2, 3}, {4, 5, -6}});
  CHECK(want.c == std::vector<float>{5, 3, -3});
  CHECK(want.sum == 5);
  CHECK(want.magnitude == 11);
}

TEST_CASE("01: an element of c must be right to the last bit", "[lesson01]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = VectorAdd::reference(VectorAdd::make_inputs({257}, 3, kind));
  CHECK(accepts(want, want.c, want.sum, kind));
  for (const float off : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    auto c = want.c;
    c[200] = std::nextafter(c[200], off);
    CHECK_FALSE(accepts(want, c, want.sum, kind));
  }
}

TEST_CASE("01: a dropped tail and swapped neighbours show in c", "[lesson01]") {
  const auto want = VectorAdd::reference(VectorAdd::make_inputs({33}, 3, InputKind::real));
  for (std::size_t i = 0; i + 1 < want.c.size(); ++i) {
    auto swapped = want.c;
    std::swap(swapped[i], swapped[i + 1]);
    CHECK_FALSE(accepts(want, swapped, want.sum, InputKind::real));
  }
  auto dropped = want.c;
  dropped.back() = std::numeric_limits<float>::quiet_NaN();  // as outputs are before a run
  CHECK_FALSE(accepts(want, dropped, want.sum, InputKind::real));
}

TEST_CASE("01: with exact inputs the sum shows each dropped and each doubled term", "[lesson01]") {
  const std::int64_t n = GENERATE(1, 33, 1025);
  const auto want = VectorAdd::reference(VectorAdd::make_inputs({n}, 3, InputKind::exact));
  CHECK(accepts(want, want.c, want.sum, InputKind::exact));
  int missed = 0;
  for (const float x : want.c)
    missed +=
        accepts(want, want.c, want.sum - double{x}, InputKind::exact) || accepts(want, want.c, want.sum + double{x}, InputKind::exact);
  CHECK(missed == 0);
}

TEST_CASE("01: with real inputs the sum shows nearly each dropped term", "[lesson01]") {
  const auto want = VectorAdd::reference(VectorAdd::make_inputs({1025}, 1, InputKind::real));
  int missed = 0;
  for (const float x : want.c) missed += accepts(want, want.c, want.sum - double{x}, InputKind::real);
  CHECK(missed <= 3);
}

TEST_CASE("01: the bound on the sum of reals holds for the longest chain of additions", "[lesson01]") {
  const std::int64_t n = GENERATE(1, 2, 15, 17, 33, 1025, 16385);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto want = VectorAdd::reference(VectorAdd::make_inputs({n}, seed, InputKind::real));
    CHECK(accepts(want, want.c, double{added_in_order(want.c)}, InputKind::real));
  }
}

TEST_CASE("01: exact inputs give the same bits in either direction, beyond 2^23 terms too", "[lesson01]") {
  const std::int64_t n = GENERATE(1025, 1 << 20, (1 << 23) + 3);
  const auto want = VectorAdd::reference(VectorAdd::make_inputs({n}, 5, InputKind::exact));
  CHECK(double{added_in_order(want.c)} == want.sum);
  CHECK(double{added_in_order({want.c.rbegin(), want.c.rend()})} == want.sum);
}

TEST_CASE("01: NaN and infinity never pass", "[lesson01]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = VectorAdd::reference(VectorAdd::make_inputs({33}, 1, kind));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    CHECK_FALSE(accepts(want, want.c, bad, kind));
    auto c = want.c;
    c[7] = static_cast<float>(bad);
    CHECK_FALSE(accepts(want, c, want.sum, kind));
  }
}

TEST_CASE("01: the cost is both vectors, their sum and the checksum, each once", "[lesson01]") {
  CHECK(VectorAdd::cost({1024}).bytes == 3 * 1024 * 4 + 4);
  CHECK(VectorAdd::cost({1024}).operations == 2048);
}
