/// @file
/// @brief Lesson 06's problem: its inputs, its reference, overflow, and how sharp its check is.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "../../lessons/06_matrix_multiply/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;
using lockstep::Size;

namespace {

template <class T>
using Inputs = typename MatrixMultiply<T>::Inputs;

template <class T>
T stored(double sum) {
  return static_cast<T>(sum);
}

/// The right answer, as far as a T can hold it.
template <class T>
typename MatrixMultiply<T>::Outputs answer(const typename MatrixMultiply<T>::Reference& want) {
  auto out = MatrixMultiply<T>::make_outputs(want.size);
  std::transform(want.c.begin(), want.c.end(), out.c.begin(), stored<T>);
  return out;
}

/// Element (i, j) added up in T, one product after the other: the longest chain of roundings.
template <class T>
T chain(const Inputs<T>& in, std::int64_t i, std::int64_t j) {
  Sum<T> sum = 0;
  for (std::int64_t l = 0; l < in.size.depth; ++l)
    sum += static_cast<Sum<T>>(in.a[static_cast<std::size_t>(i * in.size.depth + l)]) *
           static_cast<Sum<T>>(in.b[static_cast<std::size_t>(l * in.size.height + j)]);
  return static_cast<T>(sum);
}

template <class T>
typename MatrixMultiply<T>::Outputs chains(const Inputs<T>& in) {
  auto out = MatrixMultiply<T>::make_outputs(in.size);
  auto next = out.c.begin();
  for (std::int64_t i = 0; i < in.size.width; ++i)
    for (std::int64_t j = 0; j < in.size.height; ++j) *next++ = chain<T>(in, i, j);
  return out;
}

template <class T>
bool accepts(const typename MatrixMultiply<T>::Reference& want, const typename MatrixMultiply<T>::Outputs& got, InputKind kind) {
  return MatrixMultiply<T>::check(want, got, kind).passed;
}

/// The number nearest to x that a tensor core takes (TF32): without the last 13 bits.
float rounded(float x) { return std::bit_cast<float>((std::bit_cast<std::uint32_t>(x) + 0x1000U) & ~0x1fffU); }
/// The same, but what is too much is cut off.
float cut(float x) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & ~0x1fffU); }

/// Element (i, j) from factors in two parts each, without the product of the small ones; added without error.
float split_product(const Inputs<float>& in, std::int64_t i, std::int64_t j) {
  double sum = 0;
  for (std::int64_t l = 0; l < in.size.depth; ++l) {
    const float a = in.a[static_cast<std::size_t>(i * in.size.depth + l)], b = in.b[static_cast<std::size_t>(l * in.size.height + j)];
    const float big_a = rounded(a), small_a = cut(a - big_a), big_b = rounded(b), small_b = cut(b - big_b);
    sum += double{small_a} * double{big_b} + double{big_a} * double{small_b} + double{big_a} * double{big_b};
  }
  return static_cast<float>(sum);
}

}  // namespace

TEMPLATE_TEST_CASE("06: inputs follow from size, seed and kind", "[lesson06]", float, double, int, short) {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Size size{3, 5, 70};
  const auto inputs = MatrixMultiply<TestType>::make_inputs(size, 1, kind);
  CHECK(inputs.a.size() == 3 * 70);
  CHECK(inputs.b.size() == 70 * 5);
  CHECK_FALSE(std::equal(inputs.a.begin(), inputs.a.end(), inputs.b.begin()));
  CHECK(inputs.a == MatrixMultiply<TestType>::make_inputs(size, 1, kind).a);
  CHECK(inputs.b == MatrixMultiply<TestType>::make_inputs(size, 1, kind).b);
  CHECK(inputs.a != MatrixMultiply<TestType>::make_inputs(size, 2, kind).a);
  CHECK(inputs.b != MatrixMultiply<TestType>::make_inputs(size, 2, kind).b);
}

TEMPLATE_TEST_CASE("06: real inputs have both signs and reach nearly as far as they may", "[lesson06]", float, double, int, short) {
  const double most = std::is_integral_v<TestType> ? static_cast<double>(std::numeric_limits<TestType>::max()) : 1.0;
  const auto inputs = MatrixMultiply<TestType>::make_inputs({100, 100, 100}, 1, InputKind::real);
  for (const auto* matrix : {&inputs.a, &inputs.b}) {
    const auto [low, high] = std::minmax_element(matrix->begin(), matrix->end());
    CHECK(static_cast<double>(*low) >= -most);
    CHECK(static_cast<double>(*low) < -0.99 * most);
    CHECK(static_cast<double>(*high) <= most);
    CHECK(static_cast<double>(*high) > 0.99 * most);
  }
}

TEMPLATE_TEST_CASE("06: the reference of matrices that one can multiply by hand", "[lesson06]", float, double, int, short) {
  const Inputs<TestType> inputs{{2, 4, 3}, {1, 2, 3, -4, 5, 6}, {1, 0, 2, 1, 0, 1, -3, 1, 0, 0, 4, 1}};
  const auto want = MatrixMultiply<TestType>::reference(inputs);
  CHECK(want.c == std::vector<double>{1, 2, 8, 6, -4, 5, 1, 7});
  CHECK(accepts<TestType>(want, {{1, 2, 8, 6, -4, 5, 1, 7}}, InputKind::exact));
}

TEST_CASE("06: the norms of rows and columns, of floats and doubles alone", "[lesson06]") {
  const auto want = MatrixMultiply<float>::reference({{2, 1, 2}, {3, 4, -5, 12}, {-8, 6}});
  CHECK(want.rows == std::vector<double>{5, 13});
  CHECK(want.columns == std::vector<double>{10});
  CHECK(MatrixMultiply<int>::reference({{2, 1, 2}, {3, 4, -5, 12}, {-8, 6}}).rows.empty());
}

TEST_CASE("06: a tile of the reference begins where the one before ends", "[lesson06]") {
  const Size size{35, 131, 9};
  const auto inputs = MatrixMultiply<float>::make_inputs(size, 1, InputKind::exact);
  CHECK(accepts<float>(MatrixMultiply<float>::reference(inputs), chains<float>(inputs), InputKind::exact));
}

TEST_CASE("06: a short is right modulo 2^16", "[lesson06]") {
  // 300 * 300 = 90000 = 65536 + 24464; (-32768)^2 = 2^30, and 2^30 twice = 2^31: more than an int holds, and 0 modulo 2^16.
  const auto want = MatrixMultiply<short>::reference({{2, 1, 2}, {300, 1, -32768, -32768}, {300, -32768}});
  CHECK(want.c == std::vector<double>{24464 - 32768, static_cast<short>(-32768 * 300 - 65536 * 16384)});
  const auto doubled = MatrixMultiply<short>::reference({{1, 1, 2}, {-32768, -32768}, {-32768, -32768}});
  CHECK(doubled.c == std::vector<double>{0});
  CHECK(chain<short>({{1, 1, 2}, {300, 200}, {300, 100}}, 0, 0) == (90000 + 20000) % 65536 - 65536);
}

TEST_CASE("06: an int is right modulo 2^32", "[lesson06]") {
  constexpr int kMost = std::numeric_limits<int>::max(), kLeast = std::numeric_limits<int>::min();
  const auto want = MatrixMultiply<int>::reference({{2, 1, 2}, {1 << 16, kMost, kMost, 1}, {1 << 16, 2}});
  CHECK(want.c == std::vector<double>{-2, -65536 + 2});
  CHECK(MatrixMultiply<int>::reference({{1, 1, 1}, {kLeast}, {-1}}).c == std::vector<double>{double{kLeast}});
}

TEMPLATE_TEST_CASE("06: sums that overflow are checked to the last bit", "[lesson06]", int, short) {
  const auto inputs = MatrixMultiply<TestType>::make_inputs({5, 7, 300}, 2, InputKind::real);
  const auto want = MatrixMultiply<TestType>::reference(inputs);
  auto got = chains<TestType>(inputs);
  CHECK(accepts<TestType>(want, got, InputKind::real));
  got.c[17] = static_cast<TestType>(got.c[17] ^ 1);
  const auto verdict = MatrixMultiply<TestType>::check(want, got, InputKind::real);
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.index == 17);
}

TEMPLATE_TEST_CASE("06: exact inputs show each dropped and each doubled product", "[lesson06]", float, double, int, short) {
  const Size size = GENERATE(Size{1, 1, 1}, Size{3, 2, 33}, Size{2, 3, 1025});
  const auto inputs = MatrixMultiply<TestType>::make_inputs(size, 3, InputKind::exact);
  const auto want = MatrixMultiply<TestType>::reference(inputs);
  auto got = answer<TestType>(want);
  REQUIRE(accepts<TestType>(want, got, InputKind::exact));
  std::int64_t missed = 0;
  for (std::int64_t i = 0; i < size.width; ++i)
    for (std::int64_t j = 0; j < size.height; ++j)
      for (std::int64_t l = 0; l < size.depth; ++l) {
        TestType& c = got.c[static_cast<std::size_t>(i * size.height + j)];
        const TestType right = c;
        const double product = static_cast<double>(inputs.a[static_cast<std::size_t>(i * size.depth + l)]) *
                               static_cast<double>(inputs.b[static_cast<std::size_t>(l * size.height + j)]);
        for (const double wrong : {-product, product}) {
          c = static_cast<TestType>(static_cast<double>(right) + wrong);
          missed += accepts<TestType>(want, got, InputKind::exact);
        }
        c = right;
      }
  CHECK(missed == 0);
}

TEST_CASE("06: exact inputs give the same bits in either direction", "[lesson06]") {
  const std::int64_t k = GENERATE(1025, 1 << 18, 1 << 20);
  const auto inputs = MatrixMultiply<float>::make_inputs({1, 1, k}, 5, InputKind::exact);
  float down = 0;
  for (std::size_t l = inputs.a.size(); l-- > 0;) down += inputs.a[l] * inputs.b[l];
  CHECK(chain<float>(inputs, 0, 0) == down);
  CHECK(double{down} == MatrixMultiply<float>::reference(inputs).c[0]);
}

TEMPLATE_TEST_CASE("06: the bound on real inputs holds for the longest chain of additions", "[lesson06]", float, double) {
  const Size size = GENERATE(Size{9, 9, 1}, Size{9, 9, 2}, Size{7, 9, 17}, Size{9, 5, 1025}, Size{2, 2, 65537});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto inputs = MatrixMultiply<TestType>::make_inputs(size, seed, InputKind::real);
    CHECK(accepts<TestType>(MatrixMultiply<TestType>::reference(inputs), chains<TestType>(inputs), InputKind::real));
  }
}

TEST_CASE("06: it holds where factors are split into two numbers of 11 bits, and not where they are rounded to one", "[lesson06]") {
  const Size size = GENERATE(Size{20, 20, 1}, Size{9, 9, 3}, Size{5, 5, 200});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto inputs = MatrixMultiply<float>::make_inputs(size, seed, InputKind::real);
    const auto want = MatrixMultiply<float>::reference(inputs);
    auto got = MatrixMultiply<float>::make_outputs(size);
    auto next = got.c.begin();
    for (std::int64_t i = 0; i < size.width; ++i)
      for (std::int64_t j = 0; j < size.height; ++j) *next++ = split_product(inputs, i, j);
    CHECK(accepts<float>(want, got, InputKind::real));

    for (std::vector<float>* matrix : {&inputs.a, &inputs.b})
      for (float& x : *matrix) x = rounded(x);
    CHECK_FALSE(accepts<float>(want, chains<float>(inputs), InputKind::real));
  }
}

TEMPLATE_TEST_CASE("06: real inputs show nearly each dropped product", "[lesson06]", float, double) {
  const auto inputs = MatrixMultiply<TestType>::make_inputs({1, 1, 1025}, 1, InputKind::real);
  const auto want = MatrixMultiply<TestType>::reference(inputs);
  int missed = 0;
  for (std::size_t l = 0; l < inputs.a.size(); ++l) {
    const double product = double{inputs.a[l]} * double{inputs.b[l]};
    missed += accepts<TestType>(want, {{static_cast<TestType>(want.c[0] - product)}}, InputKind::real);
  }
  CHECK(missed <= 10);
}

TEMPLATE_TEST_CASE("06: an element not written, or in another's place, shows", "[lesson06]", float, double) {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = MatrixMultiply<TestType>::reference(MatrixMultiply<TestType>::make_inputs({31, 33, 20}, 1, kind));
  auto got = answer<TestType>(want);
  REQUIRE(accepts<TestType>(want, got, kind));
  int missed = 0;
  for (TestType& c : got.c) {
    const TestType right = c;
    for (const TestType wrong : {std::numeric_limits<TestType>::quiet_NaN(), std::numeric_limits<TestType>::infinity()}) {
      c = wrong;
      missed += accepts<TestType>(want, got, kind);
    }
    c = right;
  }
  CHECK(missed == 0);
  std::swap(got.c[3 * 33 + 4], got.c[4 * 33 + 3]);
  const auto verdict = MatrixMultiply<TestType>::check(want, got, kind);
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.index == 3 * 33 + 4);
}

TEMPLATE_TEST_CASE("06: a turned factor shows", "[lesson06]", float, int) {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Size size{16, 16, 16};
  auto inputs = MatrixMultiply<TestType>::make_inputs(size, 1, kind);
  const auto want = MatrixMultiply<TestType>::reference(inputs);
  REQUIRE(accepts<TestType>(want, chains<TestType>(inputs), kind));
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < i; ++j) std::swap(inputs.b[i * 16 + j], inputs.b[j * 16 + i]);
  CHECK_FALSE(accepts<TestType>(want, chains<TestType>(inputs), kind));
}

TEST_CASE("06: outputs of the wrong length never pass", "[lesson06]") {
  const auto want = MatrixMultiply<float>::reference(MatrixMultiply<float>::make_inputs({3, 4, 5}, 1, InputKind::exact));
  auto got = answer<float>(want);
  got.c.pop_back();
  CHECK_FALSE(accepts<float>(want, got, InputKind::exact));
}

TEST_CASE("06: the cost is all three matrices once, and two operations a product", "[lesson06]") {
  CHECK(MatrixMultiply<float>::cost({10, 20, 30}).bytes == (300 + 600 + 200) * 4);
  CHECK(MatrixMultiply<short>::cost({10, 20, 30}).bytes == (300 + 600 + 200) * 2);
  CHECK(MatrixMultiply<float>::cost({10, 20, 30}).operations == 12000);
}
