/// @file
/// @brief What the classes of numbers of 8, 6 and 4 bits are made of: one number, two and four of them, for any format.
///
/// They take numbers of all kinds and give them back, rounded to nearest and saturated; e8m0 rounds up. All is explicit, as CUDA has it.
#pragma once

#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "lockstep/sim/numbers/tiny.hpp"

namespace lockstep::sim {

/// The integers that hold one number, two and four, and by how many bits the second lies above the first.
template <TinyFormat format>
struct TinyStorage {
  using One = unsigned char;
  using Two = unsigned short;
  using Four = unsigned int;
  static constexpr unsigned kShift = 8;
};
template <>
struct TinyStorage<TinyFormat::e2m1> {
  using One = unsigned char;
  using Two = unsigned char;
  using Four = unsigned short;
  static constexpr unsigned kShift = 4;
};

/// A number's exact value, as a type that `tiny_bits` takes.
[[gnu::always_inline]] inline double exactly(const double value) { return value; }
[[gnu::always_inline]] inline float exactly(const float value) { return value; }
[[gnu::always_inline]] inline float exactly(const __half_raw value) { return float_of_half_bits(value.x); }
[[gnu::always_inline]] inline float exactly(const __nv_bfloat16_raw value) { return float_of_bfloat16_bits(value.x); }
[[gnu::always_inline]] inline float exactly(const __half value) { return exactly(static_cast<__half_raw>(value)); }
[[gnu::always_inline]] inline float exactly(const __nv_bfloat16 value) { return exactly(static_cast<__nv_bfloat16_raw>(value)); }

template <TinyFormat format, class T>
[[gnu::always_inline]] inline unsigned tiny_of(const T value) {
  return tiny_bits(exactly(value), format, format == TinyFormat::e8m0 ? Rounding::up : Rounding::nearest, true);
}
template <TinyFormat format, class T>
[[gnu::always_inline]] inline unsigned tiny_of(const T low, const T high) {
  return tiny_of<format>(low) | tiny_of<format>(high) << TinyStorage<format>::kShift;
}
template <TinyFormat format>
[[gnu::always_inline]] inline float2 two_floats_of_tiny(const unsigned bits) {
  return float2{float_of_tiny_bits(bits, format), float_of_tiny_bits(bits >> TinyStorage<format>::kShift, format)};
}

#define LOCKSTEP_INLINE [[gnu::always_inline]] inline

template <TinyFormat format>
struct TinyNumber {
  using Storage = typename TinyStorage<format>::One;
  Storage __x;

  TinyNumber() = default;
#define LOCKSTEP_FROM(T, value_of) \
  LOCKSTEP_INLINE explicit TinyNumber(const T value) : __x(static_cast<Storage>(tiny_of<format>(value_of))) {}
  LOCKSTEP_FROM(__half, value)
  LOCKSTEP_FROM(__nv_bfloat16, value)
  LOCKSTEP_FROM(float, value)
  LOCKSTEP_FROM(double, value)
  LOCKSTEP_FROM(short, static_cast<double>(value))
  LOCKSTEP_FROM(unsigned short, static_cast<double>(value))
  LOCKSTEP_FROM(int, static_cast<double>(value))
  LOCKSTEP_FROM(unsigned int, static_cast<double>(value))
  LOCKSTEP_FROM(long, odd_double(static_cast<long long>(value)))
  LOCKSTEP_FROM(unsigned long, odd_double(static_cast<unsigned long long>(value)))
  LOCKSTEP_FROM(long long, odd_double(value))
  LOCKSTEP_FROM(unsigned long long, odd_double(value))
#undef LOCKSTEP_FROM

  LOCKSTEP_INLINE explicit operator float() const { return float_of_tiny_bits(__x, format); }
  LOCKSTEP_INLINE explicit operator double() const { return static_cast<double>(static_cast<float>(*this)); }
  LOCKSTEP_INLINE explicit operator __half() const { return __float2half_rn(static_cast<float>(*this)); }
  LOCKSTEP_INLINE explicit operator __nv_bfloat16() const { return __float2bfloat16_rz(static_cast<float>(*this)); }
  // Every format's numbers are bfloat16's, too.
#define LOCKSTEP_TO(T, word) \
  LOCKSTEP_INLINE explicit operator T() const { return static_cast<T>(__bfloat162##word##_rz(static_cast<__nv_bfloat16>(*this))); }
  LOCKSTEP_TO(char, char)
  LOCKSTEP_TO(signed char, char)
  LOCKSTEP_TO(unsigned char, uchar)
  LOCKSTEP_TO(short, short)
  LOCKSTEP_TO(unsigned short, ushort)
  LOCKSTEP_TO(int, int)
  LOCKSTEP_TO(unsigned int, uint)
  LOCKSTEP_TO(long, ll)
  LOCKSTEP_TO(unsigned long, ull)
  LOCKSTEP_TO(long long, ll)
  LOCKSTEP_TO(unsigned long long, ull)
#undef LOCKSTEP_TO
  /// NaN compares unequal to 0, too.
  LOCKSTEP_INLINE explicit operator bool() const { return static_cast<float>(*this) != 0.0f; }
};

template <TinyFormat format>
struct TinyPair {
  using Storage = typename TinyStorage<format>::Two;
  Storage __x;

  TinyPair() = default;
#define LOCKSTEP_FROM(T) \
  LOCKSTEP_INLINE explicit TinyPair(const T pair) : __x(static_cast<Storage>(tiny_of<format>(pair.x, pair.y))) {}
  LOCKSTEP_FROM(__half2)
  LOCKSTEP_FROM(__nv_bfloat162)
  LOCKSTEP_FROM(float2)
  LOCKSTEP_FROM(double2)
#undef LOCKSTEP_FROM
  LOCKSTEP_INLINE explicit operator float2() const { return two_floats_of_tiny<format>(__x); }
  LOCKSTEP_INLINE explicit operator __half2() const { return __float22half2_rn(static_cast<float2>(*this)); }
  template <TinyFormat own = format, std::enable_if_t<own == TinyFormat::e8m0, int> = 0>
  LOCKSTEP_INLINE explicit operator __nv_bfloat162() const {
    return __float22bfloat162_rn(static_cast<float2>(*this));
  }
};

template <TinyFormat format>
struct TinyFour {
  using Storage = typename TinyStorage<format>::Four;
  Storage __x;

  TinyFour() = default;
  LOCKSTEP_INLINE explicit TinyFour(const __half2 low, const __half2 high) : __x(bits(low.x, low.y, high.x, high.y)) {}
  LOCKSTEP_INLINE explicit TinyFour(const __nv_bfloat162 low, const __nv_bfloat162 high) : __x(bits(low.x, low.y, high.x, high.y)) {}
#define LOCKSTEP_FROM(T) \
  LOCKSTEP_INLINE explicit TinyFour(const T four) : __x(bits(four.x, four.y, four.z, four.w)) {}
  LOCKSTEP_FROM(float4)
  LOCKSTEP_FROM(double4)
  LOCKSTEP_FROM(double4_16a)
  LOCKSTEP_FROM(double4_32a)
#undef LOCKSTEP_FROM
  LOCKSTEP_INLINE explicit operator float4() const {
    const float2 low = two_floats_of_tiny<format>(__x), high = two_floats_of_tiny<format>(__x >> kHalf);
    return float4{low.x, low.y, high.x, high.y};
  }

 private:
  static constexpr unsigned kHalf = 2 * TinyStorage<format>::kShift;
  template <class T>
  LOCKSTEP_INLINE static Storage bits(const T x, const T y, const T z, const T w) {
    return static_cast<Storage>(tiny_of<format>(x, y) | tiny_of<format>(z, w) << kHalf);
  }
};

#undef LOCKSTEP_INLINE

}  // namespace lockstep::sim

/// The classes of a format by their names: one number, two and four.
#define LOCKSTEP_TINY_CLASSES(format, One, Two, Four)    \
  struct One : lockstep::sim::TinyNumber<format> {       \
    using lockstep::sim::TinyNumber<format>::TinyNumber; \
  };                                                     \
  struct Two : lockstep::sim::TinyPair<format> {         \
    using lockstep::sim::TinyPair<format>::TinyPair;     \
  };                                                     \
  struct Four : lockstep::sim::TinyFour<format> {        \
    using lockstep::sim::TinyFour<format>::TinyFour;     \
  };
