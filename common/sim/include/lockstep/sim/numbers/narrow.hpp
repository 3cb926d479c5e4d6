/// @file
/// @brief What `half` and `bfloat16` are made of: bits to and from wider numbers, under each rounding.
///
/// Arithmetic on them is done in double and rounded once. A sum, product, quotient or root of two numbers of at most 11 bits that is first
/// rounded to the 53 of a double rounds to the same result as the exact one. A product plus a number does not: `odd_fma` is for that.
#pragma once

#include <cstdint>

namespace lockstep::sim {

enum class Rounding : std::uint8_t { nearest, zero, up, down };

/// The nearest number in the direction asked for; ties to even. NaN is 0x7fff. What is too large is infinite, but where the rounding leads
/// away from that it is the largest number.
std::uint16_t half_bits(double value, Rounding rounding) noexcept;
std::uint16_t bfloat16_bits(double value, Rounding rounding) noexcept;

/// a·b + c, of which the last bit is set where it is not exact: rounded once more, to at most 51 bits, it is the exact result's rounding.
/// The product must be exact in double.
double odd_fma(double a, double b, double c) noexcept;
/// The integer, likewise with its last bit set where a double does not hold it.
double odd_double(long long value) noexcept;
double odd_double(unsigned long long value) noexcept;

/// Without branches: device code that only converts stays one basic block. Every NaN becomes one, as on an H100.
[[gnu::always_inline]] inline float float_of_half_bits(unsigned bits) noexcept {
  const std::uint32_t magnitude = (bits & 0x7fffu) << 13, sign = (bits & 0x8000u) << 16;
  const std::uint32_t infinite = 0u - static_cast<std::uint32_t>(magnitude >= 0x0f800000u);
  const std::uint32_t nan = 0u - static_cast<std::uint32_t>(magnitude > 0x0f800000u);
  const float value = __builtin_bit_cast(float, magnitude) * 0x1p112f;  // brings the exponent to a float's, of subnormal numbers too
  const std::uint32_t all = __builtin_bit_cast(std::uint32_t, value) | (infinite & 0x7f800000u) | sign | nan;
  return __builtin_bit_cast(float, all&(0x7fffffffu | ~nan));
}
[[gnu::always_inline]] inline float float_of_bfloat16_bits(unsigned bits) noexcept {
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits << 16));
}

}  // namespace lockstep::sim
