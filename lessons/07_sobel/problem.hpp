/// @file
/// @brief Sobel's edge detection of an 8-bit picture in pitched memory, and the greatest magnitude: inputs, reference and cost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "lockstep/image.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "pitched_picture.hpp"
#include "test_card.hpp"

/// Given a picture of bytes, `height` rows of `width` pixels, find for each pixel how steep the
/// brightness is there:
///
///     Gx = -1 0 1     Gy =  1  2  1
///          -2 0 2           0  0  0     magnitude = ⌊scale · (|Gx| + |Gy|)⌋
///          -1 0 1          -1 -2 -1     edge = min(magnitude, 255)
///
/// where the matrices are laid over the pixel and its eight neighbours. Beyond the border of the
/// picture there is its nearest pixel once more.
///
/// The scale is 1/2 unless `--scale` asks for another: then it is the nearest whole number of
/// 65536ths. |Gx| + |Gy| is even, and half of it a whole number. Other scales round down.
/// The greatest magnitude is the one before it is cut, 0 to 765 with a scale of 1/2. A picture
/// whose edges are all faint is stretched by it when it is written to a file.
///
/// Rows begin a pitch apart: row y begins at image + y · pitch, and row y of the edges at
/// edges + y · pitch.
struct Sobel {
  static constexpr int kScaleBits = 16;  ///< behind the binary point of a scale
  static constexpr std::uint32_t kHalf = 1U << (kScaleBits - 1);  ///< the scale of 1/2

  struct Inputs {
    lockstep::Size size;
    std::vector<std::uint8_t> image;  ///< height rows, pitch_of(width) apart; rubbish between them
    std::uint32_t scale = kHalf;      ///< in 65536ths
  };
  struct Outputs {
    std::vector<std::uint8_t> edges;     ///< placed as the image; versions must not write between the rows
    std::vector<std::uint32_t> maximum;  ///< one element: the greatest magnitude
  };
  /// What a version works on. Each row begins at a multiple of 256 bytes.
  struct Device {
    std::int64_t width, height;
    std::int64_t pitch;   ///< of the image and the edges, in bytes
    std::uint32_t scale;  ///< in 65536ths
    const std::uint8_t* image;
    std::uint8_t* edges;
    std::uint32_t* maximum;
  };
  struct Reference {
    lockstep::Size size;
    std::vector<std::uint8_t> edges;  ///< row by row, nothing between the rows
    std::uint32_t maximum;
  };

  static constexpr std::array kOutputEndings{".png", ".pgm"};
  /// The largest product fits into 32 bits: 1530 · 16 · 65536.
  static constexpr std::array kSettings{
      lockstep::Setting{"scale", "Multiply |Gx| + |Gy| by this", 0.5, 0.01, 16}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "07_sobel",
      .title = "Sobel: the edges of a picture, and the steepest",
      .dimensions = 2,
      .simulator_size = {512, 512},
      .gpu_size = {8192, 8192},
      .ragged_sizes = lockstep::kRaggedRectangles,
      .input_form = "a picture: PNG, PGM or PPM",
      .output_form = "a PNG or PGM picture",
      .output_endings = kOutputEndings,
      .settings = kSettings,
  };

  /// Exact inputs are random bytes, without a neighbourhood in common, and one spot that is steeper than all the rest, at a place that the
  /// seed chooses, as often at an edge of the picture as inside. Real inputs are a test card with some noise.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const bool exact = kind == lockstep::InputKind::exact;
    Inputs in{size, make_picture(size, seed, [&](std::int64_t x, std::int64_t y, std::uint8_t random) {
                return exact ? static_cast<std::uint8_t>(64 + random / 2) : test_card_pixel(x, y, size.width, size.height, random);
              })};
    if (exact) plant_spot(in, lockstep::array_seed(seed, 1));
    return in;
  }

  /// A picture of any kind, in grey. @throws UsageError as lockstep::read_image
  static Inputs read_inputs(const std::string& path) {
    const lockstep::Image image = lockstep::to_grey(lockstep::read_image(path));
    const lockstep::Size size{image.width, image.height};
    Inputs in{size, pitched_picture(size)};
    for (std::int64_t y = 0; y < image.height; ++y)
      std::copy_n(image.bytes.begin() + y * image.width, image.width, in.image.begin() + y * pitch_of(image.width));
    return in;
  }

  static lockstep::Size size_of(const Inputs& in) { return in.size; }

  static void apply(Inputs& in, std::span<const double> settings) {
    in.scale = static_cast<std::uint32_t>(std::lround(std::ldexp(settings[0], kScaleBits)));
  }

  /// The edges as a picture. Where even the steepest is faint, all are stretched, so that it becomes white.
  static void write_outputs(const std::string& path, const Outputs& out, lockstep::Size size) {
    lockstep::Image image{.width = size.width, .height = size.height};
    const std::uint32_t maximum = out.maximum.front();
    for (std::int64_t y = 0; y < size.height; ++y)
      for (std::int64_t x = 0; x < size.width; ++x) {
        const std::uint32_t edge = out.edges[static_cast<std::size_t>(y * pitch_of(size.width) + x)];
        const bool faint = maximum > 0 && maximum < 255;
        image.bytes.push_back(static_cast<std::uint8_t>(faint ? (edge * 255 + maximum / 2) / maximum : edge));
      }
    lockstep::write_image(path, image);
  }

  static Outputs make_outputs(lockstep::Size size) { return {pitched_picture(size), std::vector<std::uint32_t>(1)}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.width = size.width,
            .height = size.height,
            .pitch = pitch_of(size.width),
            .scale = in.scale,
            .image = arrays.input("image", in.image),
            .edges = arrays.output("edges", out.edges),
            .maximum = arrays.output("maximum", out.maximum)};
  }

  /// The definition, word for word.
  static Reference reference(const Inputs& in) {
    constexpr int kGx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}, kGy[3][3] = {{1, 2, 1}, {0, 0, 0}, {-1, -2, -1}};
    const std::int64_t width = in.size.width, height = in.size.height;
    Reference want{in.size, {}, 0};
    want.edges.reserve(static_cast<std::size_t>(in.size.count()));
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) {
        int gx = 0, gy = 0;
        for (int j = 0; j < 3; ++j)
          for (int i = 0; i < 3; ++i) {
            const int pixel = nearest_pixel(in.image, in.size, x + i - 1, y + j - 1);
            gx += kGx[j][i] * pixel;
            gy += kGy[j][i] * pixel;
          }
        const auto sum = static_cast<std::uint64_t>(std::abs(gx) + std::abs(gy));
        const auto magnitude = static_cast<std::uint32_t>(sum * in.scale >> kScaleBits);
        want.edges.push_back(static_cast<std::uint8_t>(std::min(magnitude, 255U)));
        want.maximum = std::max(want.maximum, magnitude);
      }
    return want;
  }

  /// All numbers are whole: no error is allowed, for either kind of inputs.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind) {
    if (auto verdict = check_rows(want.edges, got.edges, want.size, "edges"); !verdict.passed) return verdict;
    return lockstep::compare(got.maximum, std::vector{want.maximum}, 0.0, "maximum", "whole numbers have no rounding");
  }

  /// The padding is not part of what must move. The work on the bytes has no floating-point operations.
  static lockstep::Cost cost(lockstep::Size size) { return {.bytes = 2 * static_cast<double>(size.count()) + sizeof(std::uint32_t)}; }

 private:
  /// Black up to a diagonal through a pixel, white beyond it, on the side where the picture goes on: in pictures of at least three rows and
  /// columns no magnitude is as great as that pixel's, but for one or two beside it where it lies next to the border.
  static void plant_spot(Inputs& in, std::uint64_t seed) {
    const auto place = [seed](std::uint64_t index, std::int64_t length) {
      const std::uint64_t bits = lockstep::random_bits(seed, index);
      if (bits % 4 == 0) return std::int64_t{0};
      if (bits % 4 == 1) return length - 1;
      return static_cast<std::int64_t>(bits / 4 % static_cast<std::uint64_t>(length));
    };
    const std::int64_t width = in.size.width, height = in.size.height;
    const std::int64_t spot_x = place(0, width), spot_y = place(1, height);
    const std::int64_t inward_x = spot_x == width - 1 ? -1 : 1, inward_y = spot_y == height - 1 ? -1 : 1;
    for (std::int64_t y = std::max<std::int64_t>(spot_y - 1, 0); y <= std::min(spot_y + 1, height - 1); ++y)
      for (std::int64_t x = std::max<std::int64_t>(spot_x - 1, 0); x <= std::min(spot_x + 1, width - 1); ++x) {
        const bool beyond = inward_x * (x - spot_x) + inward_y * (y - spot_y) > 0;
        in.image[static_cast<std::size_t>(y * pitch_of(width) + x)] = beyond ? 255 : 0;
      }
  }
};

using Lesson = Sobel;
using Version = lockstep::Version<Sobel>;
using lockstep::Launch;
