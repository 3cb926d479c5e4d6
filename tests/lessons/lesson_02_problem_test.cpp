/// @file
/// @brief Lesson 02's problem: its inputs, its reference, and how sharp its check is.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "../../lessons/02_matrix_add/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;
using lockstep::Size;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// NaN equals NaN here.
bool same_bits(const std::vector<float>& x, const std::vector<float>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
}

/// Where element (row, column) of C lies.
std::size_t place(Size size, std::int64_t row, std::int64_t column) {
  return static_cast<std::size_t>(row * pitched::pitch_of(size.width) + column);
}

/// The right C, and ‖C‖² added up row by row as v0 does it.
MatrixAdd::Outputs answer(const MatrixAdd::Reference& want) {
  MatrixAdd::Outputs out = MatrixAdd::make_outputs(want.size);
  float norm = 0;
  std::size_t i = 0;
  for (std::int64_t row = 0; row < want.size.height; ++row) {
    float sum = 0;
    for (std::int64_t column = 0; column < want.size.width; ++column) {
      const float c = want.c[i++];
      out.c[place(want.size, row, column)] = c;
      sum += c * c;
    }
    norm += sum;
  }
  out.norm[0] = norm;
  return out;
}

bool accepts(const MatrixAdd::Reference& want, const MatrixAdd::Outputs& got, InputKind kind) {
  return MatrixAdd::check(want, got, kind).passed;
}

bool accepts_norm(const MatrixAdd::Reference& want, MatrixAdd::Outputs got, double norm, InputKind kind) {
  got.norm[0] = static_cast<float>(norm);
  return accepts(want, got, kind);
}

}  // namespace

TEST_CASE("02: inputs follow from size, seed and kind, and what lies between the rows is NaN", "[lesson02]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Size size{130, 7};
  const auto inputs = MatrixAdd::make_inputs(size, 1, kind);
  CHECK(inputs.a.size() == 7 * 256);
  CHECK(inputs.b.size() == 130 * 128);
  CHECK(std::count_if(inputs.a.begin(), inputs.a.end(), [](float x) { return std::isnan(x); }) == 7 * (256 - 130));
  CHECK(std::count_if(inputs.b.begin(), inputs.b.end(), [](float x) { return std::isnan(x); }) == 130 * (128 - 7));
  CHECK(same_bits(inputs.a, MatrixAdd::make_inputs(size, 1, kind).a));
  CHECK_FALSE(same_bits(inputs.a, MatrixAdd::make_inputs(size, 2, kind).a));
  CHECK_FALSE(same_bits(inputs.b, MatrixAdd::make_inputs(size, 2, kind).b));
}

TEST_CASE("02: rows are a multiple of 512 bytes apart", "[lesson02]") {
  CHECK(pitched::pitch_of(1) == 128);
  CHECK(pitched::pitch_of(128) == 128);
  CHECK(pitched::pitch_of(129) == 256);
  CHECK(pitched::pitch_of(8192) == 8192);
}

TEST_CASE("02: the reference of matrices that one can add by hand", "[lesson02]") {
  const Size size{2, 3};
  MatrixAdd::Inputs inputs{size, std::vector<float>(3 * 128, kNan), std::vector<float>(2 * 128, kNan)};
  const float a[3][2] = {{1, 2}, {3, 4}, {5, 6}}, b[2][3] = {{10, 20, 30}, {40, 50, 60}};
  for (std::size_t row = 0; row < 3; ++row) std::copy_n(a[row], 2, inputs.a.begin() + static_cast<std::ptrdiff_t>(row) * 128);
  for (std::size_t row = 0; row < 2; ++row) std::copy_n(b[row], 3, inputs.b.begin() + static_cast<std::ptrdiff_t>(row) * 128);
  const auto want = MatrixAdd::reference(inputs);
  CHECK(want.c == std::vector<float>{11, 42, 23, 54, 35, 66});
  CHECK(want.norm == 121 + 1764 + 529 + 2916 + 1225 + 4356);
}

TEST_CASE("02: exact inputs leave no zero in C, and no partial sum that a float cannot hold", "[lesson02]") {
  const Size size = GENERATE(Size{1, 1}, Size{33, 31}, Size{1000, 100}, Size{1024, 1024});
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs(size, 3, InputKind::exact));
  CHECK(std::count(want.c.begin(), want.c.end(), 0.0F) == 0);
  CHECK(want.norm <= 0x1p24);
  CHECK(accepts(want, answer(want), InputKind::exact));
}

TEST_CASE("02: above 2^22 elements, exact inputs leave some 2^21 of C that are not zero", "[lesson02]") {
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs({4100, 1024}, 3, InputKind::exact));
  const auto others = static_cast<double>(want.c.size()) - static_cast<double>(std::count(want.c.begin(), want.c.end(), 0.0F));
  CHECK(others == Catch::Approx(0x1p21).epsilon(0.01));
  CHECK(want.norm <= 0x1p24);
  CHECK(accepts(want, answer(want), InputKind::exact));
}

TEST_CASE("02: one element of C that is off by one bit, not written or in another's place shows", "[lesson02]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Size size{33, 31};
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs(size, 1, kind));
  auto got = answer(want);
  REQUIRE(accepts(want, got, kind));
  int missed = 0;
  for (std::int64_t row = 0; row < size.height; ++row)
    for (std::int64_t column = 0; column < size.width; ++column) {
      float& c = got.c[place(size, row, column)];
      const float right = c;
      for (const float wrong : {std::nextafter(right, 100.0F), kNan, std::numeric_limits<float>::infinity()}) {
        c = wrong;
        missed += accepts(want, got, kind);
      }
      c = right;
    }
  CHECK(missed == 0);

  std::swap(got.c[place(size, 3, 4)], got.c[place(size, 4, 3)]);
  const auto verdict = MatrixAdd::check(want, got, kind);
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.what == "C[3]");
  CHECK(verdict.index == 4);
}

TEST_CASE("02: B that is not turned shows", "[lesson02]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto inputs = MatrixAdd::make_inputs({40, 40}, 1, kind);
  const auto want = MatrixAdd::reference(inputs);
  auto got = answer(want);
  for (std::size_t i = 0; i < got.c.size(); ++i) got.c[i] = inputs.a[i] + inputs.b[i];
  CHECK_FALSE(accepts(want, got, kind));
}

TEST_CASE("02: what was written between the rows shows", "[lesson02]") {
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs({33, 31}, 1, InputKind::exact));
  auto got = answer(want);
  got.c[place(want.size, 30, 34)] = 0;
  const auto verdict = MatrixAdd::check(want, got, InputKind::exact);
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.what == "C[30]");
  CHECK(verdict.index == 34);
}

TEST_CASE("02: exact inputs show each square that the norm lacks or has twice", "[lesson02]") {
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs({33, 31}, 1, InputKind::exact));
  const auto got = answer(want);
  int missed = 0;
  for (const float c : want.c)
    for (const double wrong : {want.norm - double{c} * double{c}, want.norm + double{c} * double{c}})
      missed += accepts_norm(want, got, wrong, InputKind::exact);
  CHECK(missed == 0);
}

TEST_CASE("02: real inputs show nearly each square that the norm lacks", "[lesson02]") {
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs({33, 31}, 1, InputKind::real));
  const auto got = answer(want);
  int missed = 0;
  for (const float c : want.c) missed += accepts_norm(want, got, want.norm - double{c} * double{c}, InputKind::real);
  CHECK(missed <= 60);  // of 1023: the smallest
}

TEST_CASE("02: the bound on the norm holds for the longest chain of additions", "[lesson02]") {
  const Size size = GENERATE(Size{1, 1}, Size{2, 2}, Size{1, 33}, Size{33, 1}, Size{67, 131}, Size{1, 4099}, Size{4099, 1}, Size{200, 201});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto want = MatrixAdd::reference(MatrixAdd::make_inputs(size, seed, InputKind::real));
    CHECK(accepts(want, answer(want), InputKind::real));
  }
}

TEST_CASE("02: a norm of NaN or infinity never passes", "[lesson02]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs({33, 31}, 1, kind));
  CHECK_FALSE(accepts_norm(want, answer(want), std::numeric_limits<double>::quiet_NaN(), kind));
  CHECK_FALSE(accepts_norm(want, answer(want), std::numeric_limits<double>::infinity(), kind));
}

TEST_CASE("02: outputs of the wrong length never pass", "[lesson02]") {
  const auto want = MatrixAdd::reference(MatrixAdd::make_inputs({33, 31}, 1, InputKind::exact));
  auto got = answer(want);
  got.c.pop_back();
  CHECK_FALSE(accepts(want, got, InputKind::exact));
}

TEST_CASE("02: the cost is all three matrices once, without what lies between their rows", "[lesson02]") {
  CHECK(MatrixAdd::cost({100, 10}).bytes == 3 * 1000 * 4 + 4);
  CHECK(MatrixAdd::cost({100, 10}).operations == 3000);
}
