/// @file
/// @brief PTX's arithmetic on integers, and what it has in common with that on floats (PTX ISA, "Integer Arithmetic Instructions" and
/// "Extended-Precision Integer Arithmetic Instructions").
#pragma once

#include "lockstep/sim/device/bits.hpp"
#include "lockstep/sim/ptx/registers.hpp"

namespace lockstep::sim::ptx {

/// The condition code's carry, of the running thread.
bool carry() noexcept;
void set_carry(bool carry) noexcept;

/// Integers wrap: they are computed without a sign.
template <class T, bool = std::is_integral<T>::value>
struct Wrapped {
  using type = std::make_unsigned_t<T>;
};
template <class T>
struct Wrapped<T, false> {
  using type = T;
};
template <class T>
using WrappedOf = typename Wrapped<T>::type;

/// An integer of twice the size.
template <class T>
struct Twice {
  using type = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed<T>::value, s32, u32>,
                                  std::conditional_t<std::is_signed<T>::value, s64, u64>>;
};
template <>
struct Twice<s64> {
  using type = Wide;
};
template <>
struct Twice<u64> {
  using type = UnsignedWide;
};
template <class T>
using TwiceOf = typename Twice<T>::type;

#define LOCKSTEP_PTX [[gnu::always_inline]] inline void

template <class T, class D, class A, class B>
LOCKSTEP_PTX add(D& d, const A& a, const B& b) {
  using W = WrappedOf<T>;
  put(d, static_cast<T>(static_cast<W>(as<T>(a)) + static_cast<W>(as<T>(b))));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX sub(D& d, const A& a, const B& b) {
  using W = WrappedOf<T>;
  put(d, static_cast<T>(static_cast<W>(as<T>(a)) - static_cast<W>(as<T>(b))));
}
/// What fits into a T, nearest to `x`.
template <class T, class X>
[[gnu::always_inline]] inline T nearest(X x) {
  constexpr T kLowest = std::is_signed<T>::value ? static_cast<T>(WrappedOf<T>{1} << (8 * sizeof(T) - 1)) : T{0};
  constexpr T kHighest = static_cast<T>(~kLowest);
  return x < static_cast<X>(kLowest) ? kLowest : (x > static_cast<X>(kHighest) ? kHighest : static_cast<T>(x));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX add_sat(D& d, const A& a, const B& b) {
  put(d, nearest<T>(TwiceOf<T>{as<T>(a)} + as<T>(b)));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX sub_sat(D& d, const A& a, const B& b) {
  put(d, nearest<T>(TwiceOf<T>{as<T>(a)} - as<T>(b)));
}

/// a + b + `in`; `save` keeps the carry.
template <class T, bool save, class D>
LOCKSTEP_PTX add_carry(D& d, WrappedOf<T> a, WrappedOf<T> b, bool in) {
  const auto sum = TwiceOf<WrappedOf<T>>{a} + b + in;
  put(d, static_cast<T>(sum));
  if (save) set_carry((sum >> 8 * sizeof(T)) != 0);
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX add_cc(D& d, const A& a, const B& b) {
  add_carry<T, true>(d, as<WrappedOf<T>>(a), as<WrappedOf<T>>(b), false);
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX addc(D& d, const A& a, const B& b) {
  add_carry<T, false>(d, as<WrappedOf<T>>(a), as<WrappedOf<T>>(b), carry());
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX addc_cc(D& d, const A& a, const B& b) {
  add_carry<T, true>(d, as<WrappedOf<T>>(a), as<WrappedOf<T>>(b), carry());
}
/// a − b − `borrow`; `save` keeps the borrow.
template <class T, bool save, class D>
LOCKSTEP_PTX sub_borrow(D& d, WrappedOf<T> a, WrappedOf<T> b, bool borrow) {
  const auto difference = TwiceOf<WrappedOf<T>>{a} - b - borrow;
  put(d, static_cast<T>(difference));
  if (save) set_carry((difference >> 8 * sizeof(T)) != 0);
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX sub_cc(D& d, const A& a, const B& b) {
  sub_borrow<T, true>(d, as<WrappedOf<T>>(a), as<WrappedOf<T>>(b), false);
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX subc(D& d, const A& a, const B& b) {
  sub_borrow<T, false>(d, as<WrappedOf<T>>(a), as<WrappedOf<T>>(b), carry());
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX subc_cc(D& d, const A& a, const B& b) {
  sub_borrow<T, true>(d, as<WrappedOf<T>>(a), as<WrappedOf<T>>(b), carry());
}

template <class T>
[[gnu::always_inline]] inline T low_product(T a, T b) {
  return static_cast<T>(TwiceOf<WrappedOf<T>>{static_cast<WrappedOf<T>>(a)} * static_cast<WrappedOf<T>>(b));
}
template <class T>
[[gnu::always_inline]] inline T high_product(T a, T b) {
  return static_cast<T>(TwiceOf<T>{a} * b >> 8 * sizeof(T));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX mul_lo(D& d, const A& a, const B& b) {
  put(d, low_product(as<T>(a), as<T>(b)));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX mul_hi(D& d, const A& a, const B& b) {
  put(d, high_product(as<T>(a), as<T>(b)));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX mul_wide(D& d, const A& a, const B& b) {
  put(d, static_cast<TwiceOf<T>>(TwiceOf<T>{as<T>(a)} * as<T>(b)));
}
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX mad_lo(D& d, const A& a, const B& b, const C& c) {
  add<T>(d, low_product(as<T>(a), as<T>(b)), c);
}
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX mad_hi(D& d, const A& a, const B& b, const C& c) {
  add<T>(d, high_product(as<T>(a), as<T>(b)), c);
}
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX mad_wide(D& d, const A& a, const B& b, const C& c) {
  add<TwiceOf<T>>(d, static_cast<TwiceOf<T>>(TwiceOf<T>{as<T>(a)} * as<T>(b)), c);
}
#define LOCKSTEP_PTX_MAD(half, product)                                     \
  template <class T, class D, class A, class B, class C>                    \
  LOCKSTEP_PTX mad_##half##_cc(D& d, const A& a, const B& b, const C& c) {  \
    add_cc<T>(d, product(as<T>(a), as<T>(b)), c);                           \
  }                                                                         \
  template <class T, class D, class A, class B, class C>                    \
  LOCKSTEP_PTX madc_##half(D& d, const A& a, const B& b, const C& c) {      \
    addc<T>(d, product(as<T>(a), as<T>(b)), c);                             \
  }                                                                         \
  template <class T, class D, class A, class B, class C>                    \
  LOCKSTEP_PTX madc_##half##_cc(D& d, const A& a, const B& b, const C& c) { \
    addc_cc<T>(d, product(as<T>(a), as<T>(b)), c);                          \
  }
LOCKSTEP_PTX_MAD(lo, low_product)
LOCKSTEP_PTX_MAD(hi, high_product)
#undef LOCKSTEP_PTX_MAD

/// The low 24 bits of `x`, with the sign that they have as a T.
template <class T>
[[gnu::always_inline]] inline s64 low_24(T x) {
  return std::is_signed<T>::value ? static_cast<s64>(static_cast<s32>(static_cast<u32>(x) << 8) >> 8)
                                  : static_cast<s64>(static_cast<u32>(x) & 0xffffffu);
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX mul24_lo(D& d, const A& a, const B& b) {
  put(d, static_cast<T>(low_24(as<T>(a)) * low_24(as<T>(b))));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX mul24_hi(D& d, const A& a, const B& b) {
  put(d, static_cast<T>(low_24(as<T>(a)) * low_24(as<T>(b)) >> 16));
}
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX mad24_lo(D& d, const A& a, const B& b, const C& c) {
  add<T>(d, static_cast<T>(low_24(as<T>(a)) * low_24(as<T>(b))), c);
}
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX sad(D& d, const A& a, const B& b, const C& c) {
  const T x = as<T>(a), y = as<T>(b);
  using W = WrappedOf<T>;
  put(d, static_cast<T>(as<W>(c) + static_cast<W>(x < y ? static_cast<W>(y) - static_cast<W>(x) : static_cast<W>(x) - static_cast<W>(y))));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX rem(D& d, const A& a, const B& b) {
  put(d, static_cast<T>(as<T>(a) % as<T>(b)));
}
/// The integers of `bytes` bytes that are signed as T is.
template <class T, unsigned bytes>
using PartOf = std::conditional_t<std::is_signed<T>::value, std::make_signed_t<typename Word<bytes>::type>, typename Word<bytes>::type>;
template <class TA, class TB, class D, class A, class B, class C>
LOCKSTEP_PTX dp4a(D& d, const A& a, const B& b, const C& c) {
  put(d, dot_parts<PartOf<TA, 1>, PartOf<TB, 1>>(as<u32>(a), as<u32>(b), as<u32>(c), 4, 0));
}
template <class TA, class TB, class D, class A, class B, class C>
LOCKSTEP_PTX dp2a_lo(D& d, const A& a, const B& b, const C& c) {
  put(d, dot_parts<PartOf<TA, 2>, PartOf<TB, 1>>(as<u32>(a), as<u32>(b), as<u32>(c), 2, 0));
}
template <class TA, class TB, class D, class A, class B, class C>
LOCKSTEP_PTX dp2a_hi(D& d, const A& a, const B& b, const C& c) {
  put(d, dot_parts<PartOf<TA, 2>, PartOf<TB, 1>>(as<u32>(a), as<u32>(b), as<u32>(c), 2, 2));
}

// Of the video instructions those on whole words, with a second addition.
template <class, class, class, class D, class A, class B, class C>
LOCKSTEP_PTX vadd_add(D& d, const A& a, const B& b, const C& c) {
  put(d, as<u32>(a) + as<u32>(b) + as<u32>(c));
}
template <class, class, class, class D, class A, class B, class C>
LOCKSTEP_PTX vshl_add(D& d, const A& a, const B& b, const C& c) {
  put(d, (as<u32>(b) < 32 ? as<u32>(a) << as<u32>(b) : 0) + as<u32>(c));
}
template <class, class, class, class D, class A, class B, class C>
LOCKSTEP_PTX vshr_add(D& d, const A& a, const B& b, const C& c) {
  put(d, (as<u32>(b) < 32 ? as<u32>(a) >> as<u32>(b) : 0) + as<u32>(c));
}

}  // namespace lockstep::sim::ptx
