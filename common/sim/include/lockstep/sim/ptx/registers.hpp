/// @file
/// @brief PTX's types, and how a register of one type is read and written as another (PTX ISA, "Types" and "Operand Size Exceeding
/// Instruction-Type Size").
///
/// A register is a variable of an unsigned integer, a float, a double, or a bool. Nothing here is called by a program directly: the
/// translator writes the calls where a program has inline PTX.
#pragma once

#include <cstdint>
#include <type_traits>

namespace lockstep::sim::ptx {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using b8 = u8;
using b16 = u16;
using b32 = u32;
using b64 = u64;
using f32 = float;
using f64 = double;
using pred = bool;
/// Of these a register holds the bits.
struct f16 {
  u16 bits;
};
struct bf16 {
  u16 bits;
};
struct f16x2 {
  u32 bits;
};
struct bf16x2 {
  u32 bits;
};
struct tf32 {
  u32 bits;
};

/// A constant of the text with a decimal point.
struct Number {
  double value;
};
/// What an instruction writes that the text does not want: `_`.
struct Sink {};

/// The unsigned integer of `bytes` bytes.
template <unsigned bytes>
struct Word;
template <>
struct Word<1> {
  using type = u8;
};
template <>
struct Word<2> {
  using type = u16;
};
template <>
struct Word<4> {
  using type = u32;
};
template <>
struct Word<8> {
  using type = u64;
};
template <class T>
using WordOf = typename Word<sizeof(T)>::type;

/// What the register `r` holds, as a T.
template <class T, class R>
[[gnu::always_inline]] inline T as(const R& r) {
  if constexpr (std::is_same<T, R>::value) {
    return r;
  } else if constexpr (std::is_same<R, Number>::value) {
    return static_cast<T>(r.value);
  } else if constexpr (std::is_integral<T>::value && std::is_integral<R>::value) {
    return static_cast<T>(r);
  } else if constexpr (sizeof(T) == sizeof(R)) {
    return __builtin_bit_cast(T, r);
  } else {
    static_assert(std::is_integral<R>::value && sizeof(T) < sizeof(R), "the instruction's type does not fit the operand's constraint");
    return __builtin_bit_cast(T, static_cast<WordOf<T>>(r));
  }
}

/// Makes `value` what the register holds; a register that is wider gets the sign of a signed integer, and otherwise zeros.
template <class T, class R>
[[gnu::always_inline]] inline void put(R& r, const T& value) {
  if constexpr (std::is_same<R, Sink>::value) {
    static_cast<void>(r);
  } else if constexpr (std::is_integral<T>::value && std::is_integral<R>::value) {
    r = static_cast<R>(value);
  } else if constexpr (sizeof(T) == sizeof(R)) {
    r = __builtin_bit_cast(R, value);
  } else {
    static_assert(std::is_integral<R>::value && sizeof(T) < sizeof(R), "the instruction's type does not fit the operand's constraint");
    r = __builtin_bit_cast(WordOf<T>, value);
  }
}

/// An operand of the asm statement that is read, as its constraint's register.
template <class R, class E>
[[gnu::always_inline]] inline R operand(E&& expression) {
  const std::decay_t<E> value = static_cast<E&&>(expression);  // of an array, its address
  static_assert(sizeof(value) == sizeof(R), "an operand's size must be its constraint's: h has 2 bytes, r and f 4, l and d 8");
  return __builtin_bit_cast(R, value);
}
/// An operand that is written.
template <class E, class R>
[[gnu::always_inline]] inline void result(E& expression, const R& r) {
  static_assert(sizeof(E) == sizeof(R), "an operand's size must be its constraint's: h has 2 bytes, r and f 4, l and d 8");
  expression = __builtin_bit_cast(std::remove_volatile_t<E>, r);
}

/// `.ftz`: subnormal numbers are zero, with their sign.
[[gnu::always_inline]] inline float flushed(float x) { return __builtin_fabsf(x) < __FLT_MIN__ ? __builtin_copysignf(0.0f, x) : x; }
template <class R>
[[gnu::always_inline]] inline float flushed(const R& r) {
  return flushed(as<float>(r));
}
template <class R>
[[gnu::always_inline]] inline void flush(R& r) {
  put(r, flushed(as<float>(r)));
}
/// `.sat` of floats: between 0 and 1, and 0 for NaN.
template <class T, class R>
[[gnu::always_inline]] inline void saturate(R& r) {
  const T x = as<T>(r);
  put(r, x > T{0} ? (x < T{1} ? x : T{1}) : T{0});
}

}  // namespace lockstep::sim::ptx
