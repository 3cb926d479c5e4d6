/// @file
/// @brief Lesson 08's problem: its inputs, its reference, and how sharp its check is.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <set>
#include <string>
#include <vector>

#include "../../lessons/08_cholesky/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;

namespace {

using Inputs = Cholesky::Inputs;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// A square matrix laid out as the problem has it.
struct Square {
  std::int64_t n;
  std::vector<float> elements = std::vector<float>(static_cast<std::size_t>(n * Cholesky::pitch_of(n)));
  float& at(std::int64_t i, std::int64_t j) { return elements[static_cast<std::size_t>(i * Cholesky::pitch_of(n) + j)]; }
};

float a(const Inputs& in, std::int64_t i, std::int64_t j) { return in.a[static_cast<std::size_t>(i * Cholesky::pitch_of(in.n) + j)]; }

/// A program that decomposes, with a place for each mistake. The defaults make none.
struct Program {
  std::function<float(std::int64_t, std::int64_t, std::int64_t, float)> product = [](auto, auto, auto, float p) { return p; };
  std::function<float(float)> root = [](float pivot) { return std::sqrt(pivot); };
  std::function<float(std::int64_t, float, float)> quotient = [](auto, float x, float d) { return x / d; };
  bool upwards = true;  ///< the order in which products are subtracted

  Square operator()(const Inputs& in) const {
    Square l{in.n};
    for (std::int64_t i = 0; i < in.n; ++i)
      for (std::int64_t j = 0; j <= i; ++j) {
        float rest = a(in, i, j);
        for (std::int64_t t = 0; t < j; ++t) {
          const std::int64_t k = upwards ? t : j - 1 - t;
          rest -= product(i, j, k, l.at(i, k) * l.at(j, k));
        }
        l.at(i, j) = i == j ? root(rest) : quotient(i, rest, l.at(j, j));
      }
    return l;
  }
};

lockstep::Verdict judge(const Inputs& in, const Square& l, InputKind kind, std::int32_t info = 0) {
  return Cholesky::check(Cholesky::reference(in), {l.elements, {info}}, kind);
}
bool accepts(const Inputs& in, const Square& l, InputKind kind) { return judge(in, l, kind).passed; }

}  // namespace

TEST_CASE("08: inputs follow from size, seed and kind", "[lesson08]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Inputs in = Cholesky::make_inputs({100}, 1, kind), again = Cholesky::make_inputs({100}, 1, kind),
               other = Cholesky::make_inputs({100}, 2, kind);
  CHECK(in.a.size() == std::size_t{100} * 128);
  CHECK(in.info == 0);
  std::size_t different = 0, equal_to_other = 0;
  std::set<float> values;
  for (std::int64_t i = 0; i < 100; ++i)
    for (std::int64_t j = 0; j <= i; ++j) {
      different += a(in, i, j) != a(again, i, j);
      equal_to_other += a(in, i, j) == a(other, i, j);
      values.insert(a(in, i, j));
    }
  CHECK(different == 0);
  CHECK(equal_to_other < 3000);  // of 5050; exact ones have many zeros
  CHECK(values.size() > 100);
}

TEST_CASE("08: right of the diagonal of A, and between its rows, there is nothing but NaN", "[lesson08]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const std::int64_t n = GENERATE(1, 31, 32, 33, 131);
  const std::int64_t pitch = Cholesky::pitch_of(n);
  const Inputs in = Cholesky::make_inputs({n}, 4, kind);
  CHECK(pitch % 32 == 0);
  CHECK((pitch >= n && pitch < n + 32));
  std::size_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < pitch; ++j) wrong += std::isnan(a(in, i, j)) != (j > i);
  CHECK(wrong == 0);
}

TEST_CASE("08: an exact A is the product of its L, and L has the shape that makes each step exact", "[lesson08]") {
  const std::int64_t n = GENERATE(1, 2, 33, 131, 700);
  const Inputs in = Cholesky::make_inputs({n}, 3, InputKind::exact);
  Square l{n, in.l};
  std::size_t elements = 0, wrong = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const float x = l.at(i, j);
      if (i == j) wrong += !(x == 1 || x == 2 || x == 4);
      if (j > i) wrong += x != 0;
      if (j >= i || x == 0) continue;
      ++elements;
      wrong += x != std::round(x) || std::abs(x) > 4;
      for (std::int64_t k = 0; k < j; ++k) wrong += l.at(j, k) != 0;                   // column j is a source: its row has nothing
      for (std::int64_t k = i + 1; k < n && k < i + 5; ++k) wrong += l.at(k, i) != 0;  // row i is a sink: its column has nothing
    }
  CHECK(wrong == 0);
  if (n >= 131) CHECK(elements > static_cast<std::size_t>(n * n / 20));

  std::size_t wrong_products = 0;
  for (std::int64_t i = 0; i < n; i += n / 100 + 1)
    for (std::int64_t j = 0; j <= i; ++j) {
      double product = 0;
      for (std::int64_t k = 0; k <= j; ++k) product += double{l.at(i, k)} * double{l.at(j, k)};
      wrong_products += product != a(in, i, j);
    }
  CHECK(wrong_products == 0);
}

TEST_CASE("08: large exact matrices have fewer elements, so that they are made quickly", "[lesson08]") {
  const std::int64_t n = 2048;
  const std::vector<float> l = Cholesky::exact_factor(n, n, 1);
  const auto elements = std::count_if(l.begin(), l.end(), [](float x) { return x != 0; });
  CHECK(elements == Catch::Approx(n * n / 9.0 / 4).epsilon(0.15));  // 2/3 sinks below 1/3 sources, half a square; of which 512/2048
}

TEST_CASE("08: exact inputs give L bit for bit, in either direction, and by the inverse of a block", "[lesson08]") {
  const std::int64_t n = GENERATE(1, 2, 33, 200);
  const Inputs in = Cholesky::make_inputs({n}, 5, InputKind::exact);
  const Square l = Program{}(in), reversed = Program{.upwards = false}(in);
  CHECK(l.elements == in.l);
  CHECK(reversed.elements == in.l);
  CHECK(accepts(in, l, InputKind::exact));
  CHECK(accepts(in, l, InputKind::real));

  // All of L by its inverse: column j of L⁻¹, and L⁻¹ L = 1.
  Square whole{n, in.l}, inverse{n};
  for (std::int64_t j = 0; j < n; ++j)
    for (std::int64_t i = j; i < n; ++i) {
      float rest = i == j;
      for (std::int64_t k = j; k < i; ++k) rest -= whole.at(i, k) * inverse.at(k, j);
      inverse.at(i, j) = rest / whole.at(i, i);
    }
  std::size_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j <= i; j += n / 50 + 1) {
      float product = 0;
      for (std::int64_t k = j; k <= i; ++k) product += inverse.at(i, k) * whole.at(k, j);
      wrong += product != (i == j ? 1.0F : 0.0F);
    }
  CHECK(wrong == 0);
}

TEST_CASE("08: the reference of a matrix that one can multiply by hand", "[lesson08]") {
  Square m{2};
  m.at(0, 0) = 4, m.at(1, 0) = -6, m.at(1, 1) = 10, m.at(0, 1) = kNan;
  const Inputs in{2, m.elements};
  const auto want = Cholesky::reference(in);
  for (std::size_t p = 0; p < Cholesky::kProbes; ++p) {
    const double x = Cholesky::probe(p, 0), y = Cholesky::probe(p, 1);
    CHECK(want.ax[2 * p] == 4 * x - 6 * y);
    CHECK(want.ax[2 * p + 1] == -6 * x + 10 * y);
  }
  CHECK(want.diagonal == std::vector<double>{4, 10});

  Square l{2};
  l.at(0, 0) = 2, l.at(1, 0) = -3, l.at(1, 1) = 1;
  CHECK(accepts(in, l, InputKind::real));
  l.at(1, 0) = 3;  // 2 · 3 is not −6
  CHECK_FALSE(accepts(in, l, InputKind::real));
}

TEST_CASE("08: the probes are vectors of both signs, and not the same", "[lesson08]") {
  double sum[2] = {}, product = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    CHECK(std::abs(Cholesky::probe(0, i)) == 1);
    sum[0] += Cholesky::probe(0, i), sum[1] += Cholesky::probe(1, i), product += Cholesky::probe(0, i) * Cholesky::probe(1, i);
  }
  for (const double one : {sum[0], sum[1], product}) CHECK(std::abs(one) < 120);
}

TEST_CASE("08: exact inputs show each element that is wrong, and say where it is", "[lesson08]") {
  const std::int64_t n = GENERATE(1, 33, 65);
  const Inputs in = Cholesky::make_inputs({n}, 3, InputKind::exact);
  const auto want = Cholesky::reference(in);
  const Square right{n, in.l};
  std::size_t missed = 0, misplaced = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      Square l = right;
      l.at(i, j) = std::nextafter(l.at(i, j), 100.0F);
      const auto verdict = Cholesky::check(want, {l.elements, {0}}, InputKind::exact);
      missed += verdict.passed;
      misplaced += verdict.index != j || verdict.what != "L[" + std::to_string(i) + "]";
    }
  CHECK(missed == 0);
  CHECK(misplaced == 0);
}

TEST_CASE("08: the usual mistakes show, in both kinds of inputs", "[lesson08]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const std::int64_t n = GENERATE(33, 131);
  const Inputs in = Cholesky::make_inputs({n}, 7, kind);
  REQUIRE(accepts(in, Program{}(in), kind));

  Program wrong;
  SECTION("the last product is dropped") {
    wrong.product = [](auto, auto j, auto k, float p) { return k == j - 1 ? 0 : p; };
  }
  SECTION("eight steps are dropped in eight rows") {
    wrong.product = [](auto i, auto, auto k, float p) { return i / 8 == 2 && k < 8 ? 0 : p; };
  }
  SECTION("a tile's products are dropped") {
    wrong.product = [](auto i, auto j, auto k, float p) { return i / 8 == 3 && j / 8 == 2 && k / 8 == 1 ? 0 : p; };
  }
  SECTION("products are subtracted twice") {
    wrong.product = [](auto i, auto j, auto, float p) { return i == j ? 2 * p : p; };
  }
  SECTION("no root") {
    wrong.root = [](float pivot) { return pivot; };
  }
  SECTION("half precision") {
    wrong.root = [](float pivot) { return std::round(std::sqrt(pivot) * 1024 + 1) / 1024; };
  }
  SECTION("not divided in the last eight rows") {
    wrong.quotient = [n](auto i, float x, float d) { return i >= n - 8 ? x : x / d; };
  }
  SECTION("minus the root") {
    wrong.root = [](float pivot) { return -std::sqrt(pivot); };
  }
  CHECK_FALSE(accepts(in, wrong(in), kind));
}

TEST_CASE("08: an L of the wrong shape shows, in both kinds of inputs", "[lesson08]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const std::int64_t n = 65;
  const Inputs in = Cholesky::make_inputs({n}, 8, kind);
  Square l = Program{}(in);
  SECTION("A is left right of the diagonal") { l.at(3, 40) = a(in, 40, 3) + 1; }
  SECTION("NaN is left there") { l.at(63, 64) = kNan; }
  SECTION("one column has the other sign: the product is the same") {
    for (std::int64_t i = 5; i < n; ++i) l.at(i, 5) = -l.at(i, 5);
  }
  SECTION("L is turned: it lies above the diagonal") {
    const Square right = l;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) l.at(i, j) = Square(right).at(j, i);
  }
  SECTION("two rows are exchanged") {
    for (std::int64_t j = 0; j < n; ++j) std::swap(l.at(40, j), l.at(41, j));
  }
  SECTION("all zeros") { l = Square{n}; }
  SECTION("A itself") { l.elements = in.a; }
  CHECK_FALSE(accepts(in, l, kind));
}

TEST_CASE("08: what lies between the rows of L is nobody's business", "[lesson08]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Inputs in = Cholesky::make_inputs({33}, 8, kind);
  Square l = Program{}(in);
  for (std::int64_t i = 0; i < 33; ++i)
    for (std::int64_t j = 33; j < 64; ++j) l.at(i, j) = kNan;
  CHECK(accepts(in, l, kind));
}

TEST_CASE("08: real inputs show nearly each dropped product", "[lesson08]") {
  constexpr std::int64_t kN = 150;
  const Inputs in = Cholesky::make_inputs({kN}, 1, InputKind::real);
  const auto want = Cholesky::reference(in);
  const Square l = Program{}(in);
  std::size_t tried = 0, missed = 0;
  for (std::int64_t i = 1; i < kN; i += 7)
    for (std::int64_t j = i % 5 + 1; j < i; j += 11)
      for (std::int64_t k = i % 3; k < j; k += 19) {
        Square changed = l;  // column j of row i, without its product k
        changed.at(i, j) += changed.at(i, k) * changed.at(j, k) / changed.at(j, j);
        missed += Cholesky::check(want, {changed.elements, {0}}, InputKind::real).passed;
        ++tried;
      }
  CHECK(tried > 300);
  CHECK(missed < tried / 15);  // the smallest products
}

TEST_CASE("08: the bound on real inputs holds for the longest chain of subtractions", "[lesson08]") {
  const std::int64_t n = GENERATE(1, 2, 3, 8, 31, 150);
  for (std::uint64_t seed = 0; seed < (n < 100 ? 30 : 2); ++seed) {
    const Inputs in = Cholesky::make_inputs({n}, seed, InputKind::real);
    for (const bool upwards : {true, false}) CHECK(accepts(in, Program{.upwards = upwards}(in), InputKind::real));
  }
}

TEST_CASE("08: NaN and infinity never pass, in no place", "[lesson08]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Inputs in = Cholesky::make_inputs({33}, 1, kind);
  const Square right = Program{}(in);
  const auto want = Cholesky::reference(in);
  std::size_t passed = 0;
  for (const float bad : {kNan, std::numeric_limits<float>::infinity()})
    for (std::int64_t i = 0; i < 33; ++i)
      for (std::int64_t j = 0; j < 33; ++j) {
        Square l = right;
        l.at(i, j) = bad;
        passed += Cholesky::check(want, {l.elements, {0}}, kind).passed;
      }
  CHECK(passed == 0);
}

TEST_CASE("08: info must be right, and where it is not zero L is not looked at", "[lesson08]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  Inputs in = Cholesky::make_inputs({33}, 1, kind);
  const Square l = Program{}(in);
  CHECK(judge(in, l, kind, 0).passed);
  for (const std::int32_t info : {-1, 1, 33}) CHECK(judge(in, l, kind, info).what == "info");
  in.info = 7;
  const Square nothing{33, std::vector<float>(in.a.size(), kNan)};
  CHECK(judge(in, nothing, kind, 7).passed);
  for (const std::int32_t info : {-1, 0, 6, 8}) CHECK_FALSE(judge(in, l, kind, info).passed);
}

TEST_CASE("08: the cost is half of A, all of L, and a third of n cubed", "[lesson08]") {
  CHECK(Cholesky::cost({100}).bytes == (5050 + 10000 + 1) * 4);
  CHECK(Cholesky::cost({100}).operations == Catch::Approx(1e6 / 3));
  CHECK(Cholesky::cost({1 << 20}).bytes > 6.5e12);
}

TEST_CASE("08: a matrix that no machine holds is refused before its elements are counted", "[lesson08]") {
  CHECK_THROWS_AS(Cholesky::pitch_of(std::int64_t{1} << 40), std::bad_alloc);
}
