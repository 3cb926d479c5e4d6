/// @file
/// @brief Rounding to numbers of few bits, on the bits of a double.
#include "lockstep/sim/numbers/narrow.hpp"

#include <bit>
#include <cmath>

#include "sim/engine/device/rounded_magnitude.hpp"

namespace lockstep::sim {

namespace {

constexpr unsigned kDoubleMantissa = 52;

/// The bits of `value` in a format with this many bits of mantissa and exponent, infinity and NaN as IEEE 754 has them.
template <unsigned mantissa, unsigned exponent>
std::uint16_t narrow_bits(double value, Rounding rounding) {
  constexpr std::uint64_t kInfinite = ((std::uint64_t{1} << exponent) - 1) << mantissa, kNan = 0x7fff;
  const bool negative = std::signbit(value);
  const auto with_sign = [&](std::uint64_t magnitude) { return static_cast<std::uint16_t>(magnitude | (negative ? 0x8000 : 0)); };
  if (std::isnan(value)) return kNan;
  if (std::isinf(value)) return with_sign(kInfinite);
  const std::uint64_t result = rounded_magnitude<mantissa, exponent>(value, rounding);
  if (result < kInfinite) return with_sign(result);
  const bool to_largest = rounding == Rounding::zero || (rounding == Rounding::up && negative) || (rounding == Rounding::down && !negative);
  return with_sign(to_largest ? kInfinite - 1 : kInfinite);
}

}  // namespace

std::uint16_t half_bits(double value, Rounding rounding) noexcept { return narrow_bits<10, 5>(value, rounding); }
std::uint16_t bfloat16_bits(double value, Rounding rounding) noexcept { return narrow_bits<7, 8>(value, rounding); }

double odd_fma(double a, double b, double c) noexcept {
  const double product = a * b, sum = product + c;
  if (!std::isfinite(sum)) return sum;
  // What the sum lost (Knuth's TwoSum).
  const double from_c = sum - product, lost = (product - (sum - from_c)) + (c - from_c);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (lost == 0.0 || (bits & 1) != 0) return sum;
  // Towards what was lost: the neighbour, which is odd.
  const bool away_from_zero = std::signbit(lost) == std::signbit(sum);
  return std::bit_cast<double>(away_from_zero ? bits + 1 : bits - 1);
}

double odd_double(unsigned long long value) noexcept {
  constexpr unsigned kSpare = 11;  // of 64 bits, a double holds 53
  if (value >> kDoubleMantissa >> 1 == 0) return static_cast<double>(value);
  const unsigned long long rest = value & ((1ULL << kSpare) - 1);
  return static_cast<double>((value - rest) | (rest != 0 ? 1ULL << kSpare : 0));
}
double odd_double(long long value) noexcept {
  return value < 0 ? -odd_double(0ULL - static_cast<unsigned long long>(value)) : odd_double(static_cast<unsigned long long>(value));
}

}  // namespace lockstep::sim
