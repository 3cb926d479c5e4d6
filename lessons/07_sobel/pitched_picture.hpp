/// @file
/// @brief Pictures of bytes whose rows begin a pitch apart: how they are made, and how they are checked row by row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lockstep/problem.hpp"

/// Bytes from the beginning of one row to that of the next: a multiple of 512, as cudaMallocPitch has it.
constexpr std::int64_t pitch_of(std::int64_t width) { return (width + 511) / 512 * 512; }

/// Room for the rows of a picture.
inline std::vector<std::uint8_t> pitched_picture(lockstep::Size size) {
  return std::vector<std::uint8_t>(static_cast<std::size_t>(size.height * pitch_of(size.width)));
}

/// A picture whose pixels are pixel(x, y, random), of a random byte for each; between the rows there is rubbish.
template <class Pixel>
std::vector<std::uint8_t> make_picture(lockstep::Size size, std::uint64_t seed, const Pixel& pixel) {
  std::vector<std::uint8_t> picture = pitched_picture(size);
  const std::int64_t pitch = pitch_of(size.width);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < pitch; ++x) {
      const auto random = static_cast<std::uint8_t>(lockstep::random_bits(seed, static_cast<std::uint64_t>(y * pitch + x)) >> 56);
      picture[static_cast<std::size_t>(y * pitch + x)] = x < size.width ? pixel(x, y, random) : random;
    }
  return picture;
}

/// A pixel, or the nearest one where (x, y) is beyond the border.
inline std::uint8_t nearest_pixel(const std::vector<std::uint8_t>& picture, lockstep::Size size, std::int64_t x, std::int64_t y) {
  const std::int64_t column = std::clamp<std::int64_t>(x, 0, size.width - 1), row = std::clamp<std::int64_t>(y, 0, size.height - 1);
  return picture[static_cast<std::size_t>(row * pitch_of(size.width) + column)];
}

/// Compares row y, and what lies between it and the next: all bits there were set before the run, and must still be set.
/// @param want  row by row, nothing between the rows
/// @param name  of the picture, for people
inline lockstep::Verdict check_row(const std::vector<std::uint8_t>& want, const std::vector<std::uint8_t>& got, lockstep::Size size,
                                   std::int64_t y, const std::string& name) {
  const auto width = static_cast<std::size_t>(size.width), pitch = static_cast<std::size_t>(pitch_of(size.width));
  const auto row = static_cast<std::size_t>(y);
  const auto got_row = std::span(got).subspan(row * pitch, width), want_row = std::span(want).subspan(row * width, width);
  const std::string what = name + "[" + std::to_string(y) + "]";
  if (!std::ranges::equal(got_row, want_row)) return lockstep::compare(got_row, want_row, 0.0, what, "whole numbers have no rounding");
  const auto padding = std::span(got).subspan(row * pitch + width, pitch - width);
  const auto written = std::ranges::find_if_not(padding, [](std::uint8_t byte) { return byte == 0xff; });
  if (written == padding.end()) return {.passed = true};
  return {.index = size.width + (written - padding.begin()),
          .expected = 0xff,
          .got = static_cast<double>(*written),
          .what = "the padding after " + what,
          .why = "it must not change"};
}

/// Compares all rows: the verdict on the first that is wrong.
inline lockstep::Verdict check_rows(const std::vector<std::uint8_t>& want, const std::vector<std::uint8_t>& got, lockstep::Size size,
                                    const std::string& name) {
  if (static_cast<std::int64_t>(got.size()) != size.height * pitch_of(size.width)) return {.what = name + " (wrong number of elements)"};
  for (std::int64_t y = 0; y < size.height; ++y)
    if (auto verdict = check_row(want, got, size, y, name); !verdict.passed) return verdict;
  return {.passed = true};
}
