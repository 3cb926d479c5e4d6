/// @file
/// @brief The exercise's problem: a picture blurred by a mask of 5 × 5 weights, such as a Gaussian's.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "pitched_picture.hpp"
#include "test_card.hpp"

/// Given a picture of bytes, `height` rows of `width` pixels, and a mask of 5 × 5 weights, whole numbers that add up to 256, find for each
/// pixel the weighted mean of itself and its neighbours:
///
///     blurred(x, y) = (Σⱼ Σᵢ mask[j][i] · image(x + i − 2, y + j − 2) + 128) / 256,    i, j = 0 … 4
///
/// where 128 rounds to the nearest whole number, halves up. Beyond the border of the picture, its nearest pixel is repeated.
/// The mask of a Gaussian is 1 4 6 4 1, from left to right, times 1 4 6 4 1, from top to bottom; others need not be symmetric.
/// Rows begin a pitch apart: row y begins at image + y · pitch, and row y of the blurred picture at blurred + y · pitch.
struct Blur {
  static constexpr int kSide = 5;     ///< of the mask
  static constexpr int kTotal = 256;  ///< of its weights

  struct Inputs {
    lockstep::Size size;
    std::vector<std::uint8_t> image;  ///< height rows, pitch_of(width) apart; garbage between them
    std::vector<int> mask;            ///< row by row
  };
  struct Outputs {
    std::vector<std::uint8_t> blurred;  ///< placed as the image; versions must not write between the rows
  };
  /// What run() works on. Each row begins at a multiple of 256 bytes. All pointers are to the GPU's memory.
  struct Device {
    std::int64_t width, height;
    std::int64_t pitch;  ///< of both pictures, in bytes
    const std::uint8_t* image;
    const int* mask;  ///< kSide rows of kSide weights
    std::uint8_t* blurred;
  };
  struct Reference {
    lockstep::Size size;
    std::vector<std::uint8_t> blurred;  ///< row by row, nothing between the rows
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "07_sobel exercise",
      .title = "Blur: each pixel the mean of 5 x 5, by a mask of weights",
      .dimensions = 2,
      .simulator_size = {256, 128},
      .gpu_size = {8192, 8192},
      .ragged_sizes = lockstep::kRaggedRectangles,
  };

  /// Exact inputs are random bytes and a random mask without a symmetry, whose least weight is kLeast: a pixel that is left out, taken
  /// twice or from the wrong place changes most of the means. Real inputs are the lesson's test card and the mask of a Gaussian.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const bool exact = kind == lockstep::InputKind::exact;
    return {size,
            make_picture(size, seed,
                         [&](std::int64_t x, std::int64_t y, std::uint8_t random) {
                           return exact ? random : test_card_pixel(x, y, size.width, size.height, random);
                         }),
            exact ? random_mask(lockstep::array_seed(seed, 1)) : gaussian()};
  }

  static Outputs make_outputs(lockstep::Size size) { return {pitched_picture(size)}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.width = size.width,
            .height = size.height,
            .pitch = pitch_of(size.width),
            .image = arrays.input("image", in.image),
            .mask = arrays.input("mask", in.mask),
            .blurred = arrays.output("blurred", out.blurred)};
  }

  /// The definition, word for word.
  static Reference reference(const Inputs& in) {
    Reference want{in.size, {}};
    want.blurred.reserve(static_cast<std::size_t>(in.size.count()));
    for (std::int64_t y = 0; y < in.size.height; ++y)
      for (std::int64_t x = 0; x < in.size.width; ++x) {
        int sum = kTotal / 2;
        for (int j = 0; j < kSide; ++j)
          for (int i = 0; i < kSide; ++i)
            sum +=
                in.mask[static_cast<std::size_t>(j * kSide + i)] * nearest_pixel(in.image, in.size, x + i - kSide / 2, y + j - kSide / 2);
        want.blurred.push_back(static_cast<std::uint8_t>(sum / kTotal));  // at most (255 · 256 + 128) / 256, which is 255
      }
    return want;
  }

  /// All numbers are whole: no error is allowed, for either kind of inputs.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind) {
    return check_rows(want.blurred, got.blurred, want.size, "blurred");
  }

  /// The padding is not part of what must move. The work on the bytes has no floating-point operations.
  static lockstep::Cost cost(lockstep::Size size) { return {.bytes = 2 * static_cast<double>(size.count()) + kSide * kSide * sizeof(int)}; }

 private:
  static constexpr int kLeast = 4;  ///< of the weights of a random mask

  static std::vector<int> gaussian() {
    constexpr std::array kLine{1, 4, 6, 4, 1};
    std::vector<int> mask;
    for (const int down : kLine)
      for (const int across : kLine) mask.push_back(down * across);
    return mask;
  }

  /// The rest of the total goes to weights in units, each to one that the seed chooses.
  static std::vector<int> random_mask(std::uint64_t seed) {
    std::vector<int> mask(kSide * kSide, kLeast);
    const std::uint64_t weights = mask.size();
    for (std::uint64_t unit = weights * kLeast; unit < kTotal; ++unit) ++mask[lockstep::random_bits(seed, unit) % weights];
    return mask;
  }
};

using Lesson = Blur;
using Version = lockstep::Version<Blur>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
