/// @file
/// @brief Conversions between numbers of 8, 6 and 4 bits and wider ones.
#include "lockstep/sim/numbers/tiny.hpp"

#include <bit>
#include <cmath>

#include "sim/engine/device/rounded_magnitude.hpp"

namespace lockstep::sim {

namespace {

struct TinyShape {
  unsigned mantissa;
  int bias;
  unsigned sign, largest;  ///< the bit of the sign, and the magnitude of the largest number
};
constexpr TinyShape shape_of(TinyFormat format) {
  switch (format) {
    case TinyFormat::e4m3:
      return {3, 7, 0x80, 0x7e};
    case TinyFormat::e5m2:
      return {2, 15, 0x80, 0x7b};
    case TinyFormat::e3m2:
      return {2, 3, 0x20, 0x1f};
    case TinyFormat::e2m3:
      return {3, 1, 0x20, 0x1f};
    case TinyFormat::e2m1:
      return {1, 1, 0x8, 0x7};
    case TinyFormat::e8m0:
      break;
  }
  return {0, 127, 0x100, 0xfe};
}

std::uint64_t tiny_magnitude(double value, TinyFormat format, Rounding rounding) {
  switch (format) {
    case TinyFormat::e4m3:
      return rounded_magnitude<3, 4>(value, rounding);
    case TinyFormat::e5m2:
      return rounded_magnitude<2, 5>(value, rounding);
    case TinyFormat::e3m2:
      return rounded_magnitude<2, 3>(value, rounding);
    case TinyFormat::e2m3:
      return rounded_magnitude<3, 2>(value, rounding);
    default:
      return rounded_magnitude<1, 2>(value, rounding);
  }
}

unsigned tiny_nan(double nan, TinyFormat format) {
  const auto bits = std::bit_cast<std::uint64_t>(nan);
  const unsigned sign = std::signbit(nan) ? 0x80 : 0;
  if (format == TinyFormat::e4m3) return sign | 0x7f;
  if (format == TinyFormat::e5m2) return sign | 0x7e | static_cast<unsigned>(bits >> 50 & 3);
  return format == TinyFormat::e8m0 ? 0xff : shape_of(format).largest;
}

/// The exponent of the power of two, 127 for 1.
unsigned scale_bits(double value, Rounding rounding, bool to_largest) {
  constexpr int kBias = 127, kLargest = 0xfe;
  constexpr unsigned kNoScale = 0xff;
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return to_largest ? kLargest : kNoScale;
  if (magnitude <= 0x1p-127) return 0;
  int exponent = 0;
  const bool power_of_two = std::frexp(magnitude, &exponent) == 0.5;
  const int scale = exponent - 1 + kBias + (rounding == Rounding::up && !power_of_two ? 1 : 0);
  if (scale <= kLargest) return static_cast<unsigned>(scale);
  return to_largest || rounding == Rounding::zero ? kLargest : kNoScale;
}

float float_of_scale(unsigned bits) {
  if (bits == 0xff) return std::bit_cast<float>(0x7fff0000u);
  return bits == 0 ? 0x1p-127f : std::bit_cast<float>(bits << 23);
}

}  // namespace

unsigned tiny_bits(double value, TinyFormat format, Rounding rounding, bool to_largest) noexcept {
  if (std::isnan(value)) return tiny_nan(value, format);
  if (format == TinyFormat::e8m0) return scale_bits(value, rounding, to_largest);
  const TinyShape shape = shape_of(format);
  const unsigned sign = std::signbit(value) ? shape.sign : 0;
  if (!std::isinf(value)) {
    const std::uint64_t magnitude = tiny_magnitude(value, format, rounding);
    if (magnitude <= shape.largest) return sign | static_cast<unsigned>(magnitude);
  }
  return sign | (to_largest ? shape.largest : shape.largest + 1);
}

unsigned tiny_bits(float value, TinyFormat format, Rounding rounding, bool to_largest) noexcept {
  constexpr auto kNan = std::bit_cast<double>(0x7fffffffffffffffu);
  return tiny_bits(std::isnan(value) ? kNan : static_cast<double>(value), format, rounding, to_largest);
}

float float_of_tiny_bits(unsigned bits, TinyFormat format) noexcept {
  if (format == TinyFormat::e8m0) return float_of_scale(bits & 0xff);
  const TinyShape shape = shape_of(format);
  const bool negative = (bits & shape.sign) != 0;
  const unsigned magnitude = bits & (shape.sign - 1);
  if (magnitude > shape.largest + (format == TinyFormat::e5m2 ? 1 : 0)) return std::bit_cast<float>(0x7fffffffu);
  const unsigned fraction = magnitude & ((1u << shape.mantissa) - 1), exponent = magnitude >> shape.mantissa;
  const int scale = static_cast<int>(exponent == 0 ? 1 : exponent) - shape.bias - static_cast<int>(shape.mantissa);
  const unsigned whole = fraction + (exponent == 0 ? 0 : 1u << shape.mantissa);
  const float value = magnitude > shape.largest ? HUGE_VALF : std::ldexp(static_cast<float>(whole), scale);
  return negative ? -value : value;
}

}  // namespace lockstep::sim
