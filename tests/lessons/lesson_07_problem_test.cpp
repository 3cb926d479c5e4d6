/// @file
/// @brief Lesson 07's problem: its inputs, its reference, and how sharp its check is.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../lessons/07_sobel/problem.hpp"
#include "catch.hpp"

using lockstep::InputKind;
using lockstep::Size;

namespace {

/// Where a pixel lies.
std::size_t place(Size size, std::int64_t x, std::int64_t y) { return static_cast<std::size_t>(y * pitch_of(size.width) + x); }

/// A picture with these pixels, row by row, and 99 between the rows.
Sobel::Inputs picture(Size size, const std::vector<std::uint8_t>& pixels) {
  Sobel::Inputs in{size, std::vector<std::uint8_t>(place(size, 0, size.height), 99)};
  for (std::int64_t y = 0; y < size.height; ++y)
    std::copy_n(pixels.begin() + y * size.width, size.width, in.image.begin() + static_cast<std::ptrdiff_t>(place(size, 0, y)));
  return in;
}

/// The right answer, as a version would leave it.
Sobel::Outputs answer(const Sobel::Reference& want) {
  Sobel::Outputs out = Sobel::make_outputs(want.size);
  std::fill(out.edges.begin(), out.edges.end(), std::uint8_t{0xff});
  for (std::int64_t y = 0; y < want.size.height; ++y)
    std::copy_n(want.edges.begin() + y * want.size.width, want.size.width,
                out.edges.begin() + static_cast<std::ptrdiff_t>(place(want.size, 0, y)));
  out.maximum[0] = want.maximum;
  return out;
}

bool accepts(const Sobel::Reference& want, const Sobel::Outputs& got, InputKind kind) { return Sobel::check(want, got, kind).passed; }

/// How many pixels are as steep as the steepest.
long steepest(const Sobel::Inputs& in) {
  const std::uint32_t greatest = Sobel::reference(in).maximum;
  long count = 0;
  for (std::int64_t y = 0; y < in.size.height; ++y)
    for (std::int64_t x = 0; x < in.size.width; ++x) {
      // The three by three around a pixel, with the clamped border, as a picture of its own: its middle is that pixel.
      std::vector<std::uint8_t> around;
      for (std::int64_t j = y - 1; j <= y + 1; ++j)
        for (std::int64_t i = x - 1; i <= x + 1; ++i)
          around.push_back(in.image[place(in.size, std::clamp<std::int64_t>(i, 0, in.size.width - 1),
                                          std::clamp<std::int64_t>(j, 0, in.size.height - 1))]);
      const int gx = around[2] + 2 * around[5] + around[8] - around[0] - 2 * around[3] - around[6];
      const int gy = around[0] + 2 * around[1] + around[2] - around[6] - 2 * around[7] - around[8];
      count += static_cast<std::uint32_t>(std::abs(gx) + std::abs(gy)) == 2 * greatest;
    }
  return count;
}

}  // namespace

TEST_CASE("07: inputs follow from size, seed and kind, and there is rubbish between the rows", "[lesson07]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Size size{600, 7};
  const auto inputs = Sobel::make_inputs(size, 1, kind);
  CHECK(inputs.image.size() == 7 * 1024);
  CHECK(inputs.image == Sobel::make_inputs(size, 1, kind).image);
  CHECK(inputs.image != Sobel::make_inputs(size, 2, kind).image);
  long zeros = 0;
  for (std::int64_t y = 0; y < 7; ++y)
    for (std::int64_t x = 600; x < 1024; ++x) zeros += inputs.image[place(size, x, y)] == 0;
  CHECK(zeros < 7 * 424 / 100);
}

TEST_CASE("07: rows are a multiple of 512 bytes apart", "[lesson07]") {
  CHECK(pitch_of(1) == 512);
  CHECK(pitch_of(512) == 512);
  CHECK(pitch_of(513) == 1024);
  CHECK(pitch_of(8192) == 8192);
}

TEST_CASE("07: the reference of a picture that one can work out by hand", "[lesson07]") {
  // Of the middle pixel: Gx = 3 + 2 * 6 + 9 - 1 - 2 * 4 - 7 = 8, Gy = 1 + 2 * 2 + 3 - 7 - 2 * 8 - 9 = -24.
  // Of the first, with its clamped neighbours: Gx = 2 + 2 * 2 + 5 - 1 - 2 * 1 - 4 = 4, Gy = 1 + 2 * 1 + 2 - 4 - 2 * 4 - 5 = -12.
  const auto want = Sobel::reference(picture({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}));
  CHECK(want.edges == std::vector<std::uint8_t>{8, 10, 8, 14, 16, 14, 8, 10, 8});
  CHECK(want.maximum == 16);
}

TEST_CASE("07: a scale multiplies |Gx| + |Gy|, and what is left of a whole number is dropped", "[lesson07]") {
  // |Gx| + |Gy| is 32 in the middle, 16 in the corners, 20 above and below it, and 28 beside it.
  auto in = picture({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const auto apply = [&](double scale) {
    lockstep::apply_settings<Sobel>(in, std::vector<double>{scale});
    return Sobel::reference(in);
  };
  CHECK(apply(2).edges == std::vector<std::uint8_t>{32, 40, 32, 56, 64, 56, 32, 40, 32});
  CHECK(apply(2).maximum == 64);
  CHECK(apply(0.3).edges == std::vector<std::uint8_t>{4, 6, 4, 8, 9, 8, 4, 6, 4});
  CHECK(apply(0.3).maximum == 9);
  CHECK(apply(16).edges == std::vector<std::uint8_t>{255, 255, 255, 255, 255, 255, 255, 255, 255});
  CHECK(apply(16).maximum == 512);
  lockstep::apply_settings<Sobel>(in, {});
  CHECK(in.scale == Sobel::kHalf);
}

TEST_CASE("07: the steepest edge at the greatest scale fits into 32 bits", "[lesson07]") {
  auto in = picture({3, 3}, {0, 0, 9, 0, 9, 255, 9, 255, 255});
  lockstep::apply_settings<Sobel>(in, std::vector<double>{Sobel::kSettings.front().most});
  CHECK(Sobel::reference(in).maximum == 1530 * 16);
  CHECK(in.scale * std::uint64_t{1530} <= 0xffffffff);
}

TEST_CASE("07: one pixel has no edge, and neither has a picture of one colour", "[lesson07]") {
  CHECK(Sobel::reference(picture({1, 1}, {200})).maximum == 0);
  const auto flat = Sobel::reference(picture({5, 4}, std::vector<std::uint8_t>(20, 77)));
  CHECK(flat.maximum == 0);
  CHECK(flat.edges == std::vector<std::uint8_t>(20, 0));
}

TEST_CASE("07: the steepest edge there can be is 765, and is cut to 255", "[lesson07]") {
  const auto want = Sobel::reference(picture({3, 3}, {0, 0, 9, 0, 9, 255, 9, 255, 255}));
  CHECK(want.maximum == 765);
  CHECK(want.edges[4] == 255);
}

TEST_CASE("07: exact inputs have one steepest pixel, or three at the border, wherever the seed puts it", "[lesson07]") {
  const Size size = GENERATE(Size{3, 3}, Size{33, 31}, Size{3, 40}, Size{40, 3}, Size{130, 67});
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(size.width, size.height, seed);
    CHECK(steepest(Sobel::make_inputs(size, seed, InputKind::exact)) <= 3);
  }
}

TEST_CASE("07: the steepest pixel is in a corner, at each edge and inside, depending on the seed", "[lesson07]") {
  const Size size{40, 30};
  bool corner = false, left = false, right = false, top = false, bottom = false, inside = false;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    const auto in = Sobel::make_inputs(size, seed, InputKind::exact);
    bool at_left = false, at_right = false, at_top = false, at_bottom = false;  // it is black, and others are not
    for (std::int64_t i = 0; i < 40; ++i) at_top |= in.image[place(size, i, 0)] == 0, at_bottom |= in.image[place(size, i, 29)] == 0;
    for (std::int64_t i = 0; i < 30; ++i) at_left |= in.image[place(size, 0, i)] == 0, at_right |= in.image[place(size, 39, i)] == 0;
    corner |= (at_left || at_right) && (at_top || at_bottom);
    left |= at_left, right |= at_right, top |= at_top, bottom |= at_bottom;
    inside |= !at_left && !at_right && !at_top && !at_bottom;
  }
  CHECK(corner);
  CHECK(left);
  CHECK(right);
  CHECK(top);
  CHECK(bottom);
  CHECK(inside);
}

TEST_CASE("07: inputs of both kinds have edges below and above what a byte holds", "[lesson07]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = Sobel::reference(Sobel::make_inputs({256, 256}, 1, kind));
  const auto white = std::count(want.edges.begin(), want.edges.end(), std::uint8_t{255});
  CHECK(want.maximum > 255);
  CHECK(white > 100);
  CHECK(white < 256 * 256 / 4);  // 255 is what an output holds that nobody wrote
}

TEST_CASE("07: one edge that is off by one, not written or in another's place shows", "[lesson07]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Size size{33, 31};
  const auto want = Sobel::reference(Sobel::make_inputs(size, 1, kind));
  auto got = answer(want);
  REQUIRE(accepts(want, got, kind));
  int missed = 0;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::uint8_t& edge = got.edges[place(size, x, y)];
      const std::uint8_t right = edge;
      for (const int wrong : {right + 1, right - 1, right ^ 128}) {
        edge = static_cast<std::uint8_t>(wrong);
        missed += accepts(want, got, kind);
      }
      edge = right;
    }
  CHECK(missed == 0);

  auto& first = got.edges[place(size, 4, 3)];
  REQUIRE(first != got.edges[place(size, 3, 4)]);
  std::swap(first, got.edges[place(size, 3, 4)]);
  const auto verdict = Sobel::check(want, got, kind);
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.what == "edges[3]");
  CHECK(verdict.index == 4);
}

TEST_CASE("07: a maximum that is one off, of the cut edges or not written shows", "[lesson07]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const auto want = Sobel::reference(Sobel::make_inputs({33, 31}, 1, kind));
  auto got = answer(want);
  for (const std::uint32_t wrong : {want.maximum - 1, want.maximum + 1, 255U, 0U, 0xffffffffU}) {
    got.maximum[0] = wrong;
    CHECK_FALSE(accepts(want, got, kind));
  }
}

TEST_CASE("07: another border than the nearest pixel shows", "[lesson07]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  const Size size{40, 30};
  const auto inputs = Sobel::make_inputs(size, 1, kind);
  const auto want = Sobel::reference(inputs);
  // The same picture with a frame of one pixel: of black, and of what lies on the other side.
  for (const bool wrap : {false, true}) {
    const Size framed{42, 32};
    std::vector<std::uint8_t> pixels;
    for (std::int64_t y = -1; y <= 30; ++y)
      for (std::int64_t x = -1; x <= 40; ++x) {
        const bool inside = x >= 0 && x < 40 && y >= 0 && y < 30;
        pixels.push_back(inside || wrap ? inputs.image[place(size, (x + 40) % 40, (y + 30) % 30)] : std::uint8_t{0});
      }
    const auto other = Sobel::reference(picture(framed, pixels));
    auto got = answer(want);
    for (std::int64_t y = 0; y < 30; ++y)
      for (std::int64_t x = 0; x < 40; ++x) got.edges[place(size, x, y)] = other.edges[static_cast<std::size_t>((y + 1) * 42 + x + 1)];
    CHECK_FALSE(accepts(want, got, kind));
  }
}

TEST_CASE("07: what was written between the rows shows", "[lesson07]") {
  const auto want = Sobel::reference(Sobel::make_inputs({33, 31}, 1, InputKind::exact));
  auto got = answer(want);
  got.edges[place(want.size, 33, 30)] = 0;
  CHECK_FALSE(accepts(want, got, InputKind::exact));
}

TEST_CASE("07: outputs of the wrong length never pass", "[lesson07]") {
  const auto want = Sobel::reference(Sobel::make_inputs({33, 31}, 1, InputKind::exact));
  auto got = answer(want);
  got.edges.pop_back();
  CHECK_FALSE(accepts(want, got, InputKind::exact));
  got = answer(want);
  got.maximum.clear();
  CHECK_FALSE(accepts(want, got, InputKind::exact));
}

TEST_CASE("07: the cost is both pictures once, without what lies between their rows", "[lesson07]") {
  CHECK(Sobel::cost({100, 10}).bytes == 2 * 1000 + 4);
}
