/// @file
/// @brief bfloat16, a float cut down to 8 bits of significand (CUDA Math API, "Bfloat16 Precision Conversion and Data Movement"):
/// conversions.
#pragma once

#include <cstdint>
#include "lockstep/sim/dialect.hpp"

/// The upper half of a float's bits.
struct __nv_bfloat16 {
  std::uint16_t bits;
};

/// To nearest, ties to even. NaN becomes the one NaN that CUDA has for it.
[[gnu::always_inline]] inline __nv_bfloat16 __float2bfloat16_rn(float value) {
  const auto bits = lockstep::sim::bits_as<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {0x7fff};
  return {static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}
[[gnu::always_inline]] inline __nv_bfloat16 __float2bfloat16(float value) { return __float2bfloat16_rn(value); }
[[gnu::always_inline]] inline float __bfloat162float(__nv_bfloat16 value) {
  return lockstep::sim::bits_as<float>(std::uint32_t{value.bits} << 16);
}
