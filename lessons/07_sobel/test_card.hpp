/// @file
/// @brief The picture that the lesson works on by default.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

/// A pixel of the test card: a gradient, on it bars that grow narrower, rings that grow narrower, a fan of lines, and a strip of noise. All
/// lengths are in units of the card's shorter side.
/// @param random  the pixel's share of the noise
inline std::uint8_t test_card_pixel(std::int64_t column, std::int64_t row, std::int64_t width, std::int64_t height, std::uint8_t random) {
  const auto side = static_cast<double>(std::min(width, height));
  const double x = static_cast<double>(column) / side, right = static_cast<double>(width) / side;
  const double y = static_cast<double>(row) / side, bottom = static_cast<double>(height) / side;
  if (y > bottom - 0.1) return random;

  const double from_centre_x = std::abs(x - right / 2), from_centre_y = std::abs(y - bottom / 2);
  const double radius = std::hypot(from_centre_x, from_centre_y);
  double shade = 60 + 120 * x / right;
  if (y < 0.12)
    shade = std::fmod(30 * x * x, 1.0) < 0.5 ? 25 : 225;
  else if (radius < 0.3)
    shade = 128 + 100 * std::cos(400 * radius * radius);
  else if (radius > 0.34 && std::fmod(12 * from_centre_y / (from_centre_x + 0.05), 1.0) < 0.06)
    shade = 240;
  return static_cast<std::uint8_t>(shade + random % 4);
}
