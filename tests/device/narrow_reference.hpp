/// @file
/// @brief What numbers of 16 bits should be: references that search a table of all values.
#pragma once

#include "device_test.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

template <class T>
inline constexpr bool is_half = std::is_same_v<T, __half>;
template <class T>
using Pair = std::conditional_t<is_half<T>, __half2, __nv_bfloat162>;
template <class T>
inline constexpr int kMantissa = is_half<T> ? 10 : 7;
template <class T>
inline constexpr unsigned kInfinity = is_half<T> ? 0x7c00 : 0x7f80;
inline constexpr unsigned kNan = 0x7fff, kAll = 0x10000;

template <class T>
T of(unsigned bits) {
  return from_bits<T>(bits);
}
template <class T>
unsigned bits_of(T value) {
  return static_cast<unsigned>(to_bits(value));
}

/// The value by the definition of the format.
template <class T>
long double decoded(unsigned bits) {
  const int exponent = static_cast<int>((bits & 0x7fff) >> kMantissa<T>), fraction = static_cast<int>(bits & ((1U << kMantissa<T>)-1));
  const int bias = is_half<T> ? 15 : 127, one = 1 << kMantissa<T>;
  const long double magnitude = (bits & 0x7fff) > kInfinity<T>    ? std::numeric_limits<long double>::quiet_NaN()
                                : (bits & 0x7fff) == kInfinity<T> ? std::numeric_limits<long double>::infinity()
                                : exponent == 0                   ? std::ldexp(static_cast<long double>(fraction), 1 - bias - kMantissa<T>)
                                                : std::ldexp(static_cast<long double>(one + fraction), exponent - bias - kMantissa<T>);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// The bits that `value` rounds to: 'n' to nearest, 'z' to zero, 'u' up, 'd' down.
template <class T>
unsigned reference(long double value, char rounding = 'n') {
  static const std::vector<long double> values = [] {
    std::vector<long double> all;
    for (unsigned bits = 0; bits < kInfinity<T>; ++bits) all.push_back(decoded<T>(bits));
    return all;
  }();
  if (std::isnan(value)) return kNan;
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  const long double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return sign | kInfinity<T>;
  const auto below = static_cast<unsigned>(std::upper_bound(values.begin(), values.end(), magnitude) - values.begin()) - 1;
  if (values[below] == magnitude) return sign | below;
  if (rounding == 'z' || rounding == (sign != 0 ? 'u' : 'd')) return sign | below;
  if (rounding != 'n') return sign | (below + 1);
  // What would come after the largest counts as the other neighbour.
  const long double next = below + 1 < kInfinity<T> ? values[below + 1] : 2 * values[below] - values[below - 1];
  const long double to_below = magnitude - values[below], to_next = next - magnitude;
  return sign | (to_below < to_next || (to_below == to_next && below % 2 == 0) ? below : below + 1);
}

template <class T>
std::vector<unsigned> special_bits() {
  std::vector<unsigned> all{0, 1, 2, 0x3ff, 0x400, 0x401, 0x7f, 0x80, kInfinity<T> - 1, kInfinity<T>, kInfinity<T> + 1, kNan};
  for (std::uint64_t i = 0; i < 60; ++i) all.push_back(static_cast<unsigned>(random_bits(i) & 0x7fff));
  for (unsigned bits : {0x3c00U, 0x3c01U, 0x3bffU, 0x3f80U, 0x3f81U, 0x3f7fU}) all.push_back(bits);
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) all.push_back(all[i] | 0x8000);
  return all;
}

/// The bits, but one NaN for all.
template <class T>
unsigned without_payload(T value) {
  return (bits_of(value) & 0x7fff) > kInfinity<T> ? kNan : bits_of(value);
}
