/// @file
/// @brief Rounding to a format of few bits, on the bits of a double: all that its formats share, whatever their largest numbers mean.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "lockstep/sim/numbers/narrow.hpp"

namespace lockstep::sim {

/// Whether what is cut off, in units of half of the last bit that stays (1: exactly half), makes that bit one more.
struct CutOff {
  bool any, half_or_more, more_than_half;
};
inline bool rounds_away(Rounding rounding, bool negative, bool odd, CutOff rest) {
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

/// The exponent and mantissa of a finite number, as one number, which counts the format's magnitudes from 0 on. It has no limit: where the
/// format ends, the caller knows.
template <unsigned mantissa, unsigned exponent>
std::uint64_t rounded_magnitude(double value, Rounding rounding) {
  constexpr unsigned kDoubleMantissa = 52;
  constexpr int kDoubleBias = 1023, kBias = (1 << (exponent - 1)) - 1;
  if (value == 0.0) return 0;
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
  return below + kept + (rounds_away(rounding, std::signbit(value), (kept & 1) != 0, {rest != 0, rest >= half, rest > half}) ? 1 : 0);
}

}  // namespace lockstep::sim
