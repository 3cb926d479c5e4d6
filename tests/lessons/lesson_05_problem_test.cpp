/// @file
/// @brief Lesson 05's problem: its inputs, its reference, and how sharp its check is.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <set>
#include <vector>

#include "../../lessons/05_matrix_vector/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;

namespace {

using Inputs = MatrixVector::Inputs;

std::size_t pitch(const Inputs& in) { return in.a.size() / in.x.size(); }
float at(const Inputs& in, std::size_t i, std::size_t j) { return in.a[i * pitch(in) + j]; }

bool accepts(const Inputs& in, const std::vector<float>& y, InputKind kind) {
  return MatrixVector::check(MatrixVector::reference(in), {y}, kind).passed;
}

/// y as somebody would compute it who takes `product(i, j)` for the product of row i, column j; one after the other, in float.
std::vector<float> multiply(const Inputs& in, const std::function<float(std::size_t, std::size_t)>& product) {
  std::vector<float> y(in.x.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) y[i] += product(i, j);
  return y;
}

}  // namespace

TEST_CASE("05: inputs follow from size, seed and kind", "[lesson05]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Inputs inputs = MatrixVector::make_inputs({100}, 1, kind), again = MatrixVector::make_inputs({100}, 1, kind),
               other = MatrixVector::make_inputs({100}, 2, kind);
  CHECK(inputs.x.size() == 100);
  CHECK(inputs.a.size() == std::size_t{100} * 128);
  CHECK(inputs.x == again.x);
  CHECK(inputs.x != other.x);
  CHECK(at(inputs, 3, 70) == at(again, 3, 70));
  CHECK(std::equal(inputs.a.begin(), inputs.a.begin() + 100, again.a.begin()));
  CHECK_FALSE(std::equal(inputs.a.begin(), inputs.a.begin() + 100, other.a.begin()));
  CHECK_FALSE(std::equal(inputs.a.begin(), inputs.a.begin() + 100, inputs.x.begin()));
}

TEST_CASE("05: A is symmetric, no two of its rows are alike, and there is nothing but NaN between them", "[lesson05]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const std::size_t n = GENERATE(1, 31, 32, 33, 131);
  const Inputs in = MatrixVector::make_inputs({static_cast<std::int64_t>(n)}, 4, kind);
  CHECK(pitch(in) % 32 == 0);
  CHECK(pitch(in) >= n);
  CHECK(pitch(in) < n + 32);
  std::size_t asymmetric = 0, zeros = 0, numbers_between = 0;
  std::set<std::vector<float>> rows;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      asymmetric += !(at(in, i, j) == at(in, j, i));
      zeros += at(in, i, j) == 0;
    }
    for (std::size_t j = n; j < pitch(in); ++j) numbers_between += !std::isnan(at(in, i, j));
    rows.insert({in.a.begin() + static_cast<std::ptrdiff_t>(i * pitch(in)), in.a.begin() + static_cast<std::ptrdiff_t>(i * pitch(in) + n)});
  }
  CHECK(asymmetric == 0);
  CHECK(zeros == 0);
  CHECK(numbers_between == 0);
  CHECK(rows.size() == n);
}

TEST_CASE("05: the reference of a matrix that one can multiply by hand", "[lesson05]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto want = MatrixVector::reference({{1, -2, nan, -2, 3, nan}, {4, 5}});
  CHECK(want.y == std::vector<double>{-6, 7});
  CHECK(want.magnitude == std::vector<double>{14, 23});
}

TEST_CASE("05: exact inputs show each dropped, each doubled and each misplaced product", "[lesson05]") {
  const std::size_t n = GENERATE(1, 33, 129);
  const Inputs in = MatrixVector::make_inputs({static_cast<std::int64_t>(n)}, 3, InputKind::exact);
  const auto want = MatrixVector::reference(in);
  const std::vector<float> right = multiply(in, [&](auto i, auto j) { return at(in, i, j) * in.x[j]; });
  REQUIRE(MatrixVector::check(want, {right}, InputKind::exact).passed);
  std::size_t missed = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const float product = at(in, i, j) * in.x[j];
      for (const float error : {-product, product}) {
        std::vector<float> y = right;
        y[i] += error;
        missed += MatrixVector::check(want, {y}, InputKind::exact).passed;
      }
      std::vector<float> y = right;
      std::swap(y[i], y[j]);  // passes only where the two are the same
      missed += right[i] != right[j] && MatrixVector::check(want, {y}, InputKind::exact).passed;
    }
  CHECK(missed == 0);
}

TEST_CASE("05: the usual mistakes show, in both kinds of inputs", "[lesson05]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const std::size_t n = GENERATE(2, 33, 129);
  const Inputs in = MatrixVector::make_inputs({static_cast<std::int64_t>(n)}, 7, kind);
  const auto a = [&](std::size_t i, std::size_t j) { return at(in, i, j); };
  const auto& x = in.x;
  CHECK(accepts(in, multiply(in, [&](auto i, auto j) { return a(i, j) * x[j]; }), kind));
  CHECK(accepts(in, multiply(in, [&](auto i, auto j) { return a(j, i) * x[j]; }), kind));                            // the mirrored element
  CHECK(accepts(in, multiply(in, [&](auto i, auto j) { return a(std::max(i, j), std::min(i, j)) * x[j]; }), kind));  // one triangle

  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return a(i, j) * x[i]; }), kind));                     // x by the row
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return a(i, j) * x[(j + 1) % n]; }), kind));           // x's neighbour
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return a(i, (j + 1) % n) * x[j]; }), kind));           // A's neighbour
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return a((i + 1) % n, j) * x[j]; }), kind));           // the next row
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return in.a[i * n + j] * x[j]; }), kind));             // n for the pitch
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return j <= i ? a(i, j) * x[j] : 0; }), kind));        // not mirrored
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return (i == j ? 2 : 1) * a(i, j) * x[j]; }), kind));  // diagonal twice
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return i == j ? 0 : a(i, j) * x[j]; }), kind));        // diagonal never
  CHECK_FALSE(accepts(in, multiply(in, [&](auto i, auto j) { return a(i, j) * (j <= i ? x[j] : x[i]); }), kind));   // mirrored by x[i]
}

TEST_CASE("05: exact inputs give the same bits in either direction", "[lesson05]") {
  const std::size_t n = GENERATE(257, 523);
  const Inputs in = MatrixVector::make_inputs({static_cast<std::int64_t>(n)}, 5, InputKind::exact);
  const auto up = multiply(in, [&](auto i, auto j) { return at(in, i, j) * in.x[j]; }),
             down = multiply(in, [&](auto i, auto j) { return at(in, i, n - 1 - j) * in.x[n - 1 - j]; });
  CHECK(up == down);
  CHECK(accepts(in, up, InputKind::exact));
}

TEST_CASE("05: the largest sum that an exact row can have is an integer that a float holds", "[lesson05]") {
  for (const std::int64_t n : {1, 4096, 16384, 1 << 18, 1 << 20, 1 << 24}) {
    const std::int64_t magnitude = lockstep::exact_magnitude(n, 2);
    CHECK(n * magnitude * magnitude <= 1 << 24);
  }
}

TEST_CASE("05: the bound on real inputs holds in every row for the longest chain of additions", "[lesson05]") {
  const std::int64_t n = GENERATE(1, 2, 15, 17, 33, 257, 1025);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Inputs in = MatrixVector::make_inputs({n}, seed, InputKind::real);
    CHECK(accepts(in, multiply(in, [&](auto i, auto j) { return at(in, i, j) * in.x[j]; }), InputKind::real));
  }
}

TEST_CASE("05: real inputs show nearly each dropped product", "[lesson05]") {
  constexpr std::size_t kN = 257;
  const Inputs in = MatrixVector::make_inputs({kN}, 1, InputKind::real);
  const auto want = MatrixVector::reference(in);
  std::vector<float> y(want.y.begin(), want.y.end());
  std::size_t tried = 0, missed = 0;
  for (std::size_t i = 0; i < kN; ++i)
    for (std::size_t j = i % 16; j < kN; j += 16) {
      const float right = y[i];
      y[i] -= at(in, i, j) * in.x[j];
      missed += MatrixVector::check(want, {y}, InputKind::real).passed;
      ++tried;
      y[i] = right;
    }
  CHECK(tried > 4000);
  CHECK(missed < tried / 400);  // the smallest products
}

TEST_CASE("05: NaN and infinity never pass, in no row", "[lesson05]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Inputs in = MatrixVector::make_inputs({33}, 1, kind);
  const std::vector<float> right = multiply(in, [&](auto i, auto j) { return at(in, i, j) * in.x[j]; });
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    for (std::size_t i = 0; i < 33; ++i) {
      std::vector<float> y = right;
      y[i] = bad;
      CHECK_FALSE(accepts(in, y, kind));
    }
}

TEST_CASE("05: the cost is A, x and y once", "[lesson05]") {
  CHECK(MatrixVector::cost({100}).bytes == (100 * 100 + 200) * 4);
  CHECK(MatrixVector::cost({100}).operations == 20000);
  CHECK(MatrixVector::cost({1 << 28}).bytes > 2.8e17);
}

TEST_CASE("05: a matrix that no machine holds is refused before its elements are counted", "[lesson05]") {
  CHECK_THROWS_AS(MatrixVector::pitch_of(std::int64_t{1} << 40), std::bad_alloc);
}
