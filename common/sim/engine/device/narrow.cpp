/// @file
/// @brief Rounding to numbers of few bits, on the bits of a double.
#include "lockstep/sim/numbers/narrow.hpp"

#include <bit>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr unsigned kDoubleMantissa = 52;
constexpr int kDoubleBias = 1023;

/// Whether what is cut off, in units of half of the last bit that stays (1: exactly half), makes that bit one more.
struct CutOff {
  bool any, half_or_more, more_than_half;
};
bool rounds_away(Rounding rounding, bool negative, bool odd, CutOff rest) {
  switch (rounding) {
    case Rounding::nearest:
      return rest.more_than_half || (rest.half_or_more && odd);
    case Rounding::zero:
      return false;
    case Rounding::up:
      return rest.any && !negative;
    case Rounding::down:
      return rest.any && negative;
  }
  return false;
}

/// The bits of `value` in a format with this many bits of mantissa and exponent, infinity and NaN as IEEE 754 has them.
template <unsigned mantissa, unsigned exponent>
std::uint16_t narrow_bits(double value, Rounding rounding) {
  constexpr int kBias = (1 << (exponent - 1)) - 1;
  constexpr std::uint64_t kInfinite = ((std::uint64_t{1} << exponent) - 1) << mantissa, kNan = 0x7fff;
  const bool negative = std::signbit(value);
  const auto with_sign = [&](std::uint64_t magnitude) { return static_cast<std::uint16_t>(magnitude | (negative ? 0x8000 : 0)); };
  if (std::isnan(value)) return kNan;
  if (std::isinf(value) || value == 0.0) return with_sign(value == 0.0 ? 0 : kInfinite);

  const auto bits = std::bit_cast<std::uint64_t>(std::fabs(value));
  const int scale = static_cast<int>(bits >> kDoubleMantissa) - kDoubleBias;
  const int subnormal_by = scale < 1 - kBias ? 1 - kBias - scale : 0;  // a subnormal double is far below, and all of it is cut off
  const unsigned cut = kDoubleMantissa - mantissa + static_cast<unsigned>(subnormal_by);
  const std::uint64_t significand = (bits & ((std::uint64_t{1} << kDoubleMantissa) - 1)) | std::uint64_t{1} << kDoubleMantissa;
  const bool all_cut = cut > kDoubleMantissa + 1;
  const std::uint64_t kept = all_cut ? 0 : significand >> cut;
  const std::uint64_t rest = all_cut ? 1 : significand & ((std::uint64_t{1} << cut) - 1),
                      half = all_cut ? 2 : std::uint64_t{1} << (cut - 1);

  // The leading 1 of a normal number adds 1 to the exponent below it, and a carry out of the mantissa another.
  const std::uint64_t below = scale >= 1 - kBias ? static_cast<std::uint64_t>(scale + kBias - 1) << mantissa : 0;
  const std::uint64_t result =
      below + kept + (rounds_away(rounding, negative, (kept & 1) != 0, {rest != 0, rest >= half, rest > half}) ? 1 : 0);
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
