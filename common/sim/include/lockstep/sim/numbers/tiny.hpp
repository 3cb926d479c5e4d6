/// @file
/// @brief Numbers of 8, 6 and 4 bits: bits to and from wider numbers, for each format.
#pragma once

#include "lockstep/sim/numbers/narrow.hpp"

namespace lockstep::sim {

/// By the number of bits of exponent and mantissa. e5m2 is as IEEE 754 has it; the largest magnitude of e4m3 is NaN, and there is no
/// infinity; e3m2, e2m3 and e2m1 are finite. e8m0 has neither sign nor zero: a power of two, or NaN.
enum class TinyFormat : std::uint8_t { e4m3, e5m2, e3m2, e2m3, e2m1, e8m0 };

/// The format's number in the direction asked for; e8m0 rounds magnitudes, down or up. What is too large becomes the largest number where
/// `to_largest`, else infinity, or NaN where there is none. A double's NaN keeps its sign and e5m2's bits of it, a float's does not.
unsigned tiny_bits(double value, TinyFormat format, Rounding rounding, bool to_largest) noexcept;
unsigned tiny_bits(float value, TinyFormat format, Rounding rounding, bool to_largest) noexcept;

/// Bits above the format's are ignored.
float float_of_tiny_bits(unsigned bits, TinyFormat format) noexcept;

}  // namespace lockstep::sim
