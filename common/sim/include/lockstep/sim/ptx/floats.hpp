/// @file
/// @brief PTX's arithmetic on floats, and its conversions (PTX ISA, "Floating Point Instructions" and "cvt").
#pragma once

#include "lockstep/sim/device/fast_math.hpp"
#include "lockstep/sim/device/math.hpp"
#include "lockstep/sim/device/rounding.hpp"
#include "lockstep/sim/ptx/logic.hpp"

namespace lockstep::sim::ptx {

float half_value(f16 x) noexcept;  ///< exact
float half_value(bf16 x) noexcept;
/// A float, or the exact sum of a float product and a float, rounded once to a half.
f16 to_half(double x, f16) noexcept;
bf16 to_half(double x, bf16) noexcept;
f16 to_half_zero(double x, f16) noexcept;  ///< towards zero
bf16 to_half_zero(double x, bf16) noexcept;
/// A float with the 10 bits of a fraction that the tensor cores use, rounded to nearest, ties away from zero.
u32 to_tf32(float x) noexcept;

template <class T>
constexpr bool is_half = std::is_same<T, f16>::value || std::is_same<T, bf16>::value;
template <class T>
constexpr bool is_pair = std::is_same<T, f16x2>::value || std::is_same<T, bf16x2>::value;

/// One of the halves of a pair.
template <class P>
using HalfOf = std::conditional_t<std::is_same<P, f16x2>::value, f16, bf16>;
template <class P>
[[gnu::always_inline]] inline HalfOf<P> half_of(P pair, unsigned i) {
  return {static_cast<u16>(pair.bits >> 16 * i)};
}
template <class P>
[[gnu::always_inline]] inline P pair_of(HalfOf<P> low, HalfOf<P> high) {
  return {low.bits | static_cast<u32>(high.bits) << 16};
}

/// Applies `function` to doubles (exact for halves and their sums and products), and rounds once.
template <class T, class F, class... X>
[[gnu::always_inline]] inline T by_halves(F function, X... x) {
  if constexpr (is_half<T>)
    return to_half(function(double{half_value(x)}...), T{});
  else
    return pair_of<T>(to_half(function(double{half_value(half_of(x, 0))}...), HalfOf<T>{}),
                      to_half(function(double{half_value(half_of(x, 1))}...), HalfOf<T>{}));
}

/// A number wins against NaN, and +0 is greater than −0.
template <class T>
[[gnu::always_inline]] inline T lesser(T x, T y) {
  return x == y ? (__builtin_signbit(x) ? x : y) : (x < y || y != y ? x : y);
}
template <class T>
[[gnu::always_inline]] inline T greater(T x, T y) {
  return x == y ? (__builtin_signbit(x) ? y : x) : (x > y || y != y ? x : y);
}

#define LOCKSTEP_PTX_HALVES(name, expression)                                                               \
  template <class D, class A, class B>                                                                      \
  LOCKSTEP_PTX name##_f16(D& d, const A& a, const B& b) {                                                   \
    put(d, by_halves<f16>([](double x, double y) { return expression; }, as<f16>(a), as<f16>(b)));          \
  }                                                                                                         \
  template <class D, class A, class B>                                                                      \
  LOCKSTEP_PTX name##_bf16(D& d, const A& a, const B& b) {                                                  \
    put(d, by_halves<bf16>([](double x, double y) { return expression; }, as<bf16>(a), as<bf16>(b)));       \
  }                                                                                                         \
  template <class D, class A, class B>                                                                      \
  LOCKSTEP_PTX name##_f16x2(D& d, const A& a, const B& b) {                                                 \
    put(d, by_halves<f16x2>([](double x, double y) { return expression; }, as<f16x2>(a), as<f16x2>(b)));    \
  }                                                                                                         \
  template <class D, class A, class B>                                                                      \
  LOCKSTEP_PTX name##_bf16x2(D& d, const A& a, const B& b) {                                                \
    put(d, by_halves<bf16x2>([](double x, double y) { return expression; }, as<bf16x2>(a), as<bf16x2>(b))); \
  }
LOCKSTEP_PTX_HALVES(add, x + y)
LOCKSTEP_PTX_HALVES(sub, x - y)
LOCKSTEP_PTX_HALVES(mul, x* y)
LOCKSTEP_PTX_HALVES(min, lesser(x, y))
LOCKSTEP_PTX_HALVES(max, greater(x, y))
LOCKSTEP_PTX_HALVES(min_NaN, x != x || y != y ? __builtin_nan("") : lesser(x, y))
LOCKSTEP_PTX_HALVES(max_NaN, x != x || y != y ? __builtin_nan("") : greater(x, y))
#undef LOCKSTEP_PTX_HALVES
template <class H, std::enable_if_t<is_half<H> || is_pair<H>, int> = 0>
[[gnu::always_inline]] inline H operator+(H a, H b) {
  return by_halves<H>([](double x, double y) { return x + y; }, a, b);
}

/// `.ftz` of halves: subnormal numbers are zero, with their sign.
template <class T, class R>
[[gnu::always_inline]] inline T flushed_half(const R& r) {
  T x = as<T>(r);
  for (unsigned i = 0; i < sizeof(T) / 2; ++i)
    if ((x.bits >> 16 * i & 0x7c00u) == 0) x.bits = static_cast<decltype(x.bits)>(x.bits & ~(0x3ffu << 16 * i));
  return x;
}
template <class T, class R>
[[gnu::always_inline]] inline void flush_half(R& r) {
  put(r, flushed_half<T>(r));
}
/// `.sat` of halves: between 0 and 1, and 0 for NaN.
template <class T, class R>
[[gnu::always_inline]] inline void saturate_half(R& r) {
  put(r, by_halves<T>([](double x) { return x > 0 ? (x < 1 ? x : 1.0) : 0.0; }, as<T>(r)));
}
/// `.relu`: 0 for what is negative.
template <class T, class R>
[[gnu::always_inline]] inline void rectify_half(R& r) {
  put(r, by_halves<T>([](double x) { return x <= 0 ? 0.0 : x; }, as<T>(r)));
}

/// x·y + z with one rounding: the product is exact, and a sum that is rounded to odd may be rounded again.
double sum_to_odd(double x, double y) noexcept;
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX fma_half(D& d, const A& a, const B& b, const C& c) {
  put(d, by_halves<T>([](double x, double y, double z) { return sum_to_odd(x * y, z); }, as<T>(a), as<T>(b), as<T>(c)));
}

template <class T, class D, class A, class B>
LOCKSTEP_PTX mul(D& d, const A& a, const B& b) {
  put(d, as<T>(a) * as<T>(b));
}
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX fma(D& d, const A& a, const B& b, const C& c) {
  if constexpr (is_half<T> || is_pair<T>)
    fma_half<T>(d, a, b, c);
  else if constexpr (sizeof(T) == 4)
    put(d, __builtin_fmaf(as<T>(a), as<T>(b), as<T>(c)));
  else
    put(d, __builtin_fma(as<T>(a), as<T>(b), as<T>(c)));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX div(D& d, const A& a, const B& b) {
  put(d, static_cast<T>(as<T>(a) / as<T>(b)));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX div_approx(D& d, const A& a, const B& b) {
  put(d, fast_divide(as<T>(a), as<T>(b)));
}

// The other roundings: towards zero, down (rm) and up (rp).
#define LOCKSTEP_PTX_ROUNDED(ptx, cuda)                              \
  template <class T, class D, class A, class B>                      \
  LOCKSTEP_PTX add_##ptx(D& d, const A& a, const B& b) {             \
    if constexpr (sizeof(T) == 4)                                    \
      put(d, __fadd_##cuda(as<T>(a), as<T>(b)));                     \
    else                                                             \
      put(d, __dadd_##cuda(as<T>(a), as<T>(b)));                     \
  }                                                                  \
  template <class T, class D, class A, class B>                      \
  LOCKSTEP_PTX sub_##ptx(D& d, const A& a, const B& b) {             \
    if constexpr (sizeof(T) == 4)                                    \
      put(d, __fsub_##cuda(as<T>(a), as<T>(b)));                     \
    else                                                             \
      put(d, __dsub_##cuda(as<T>(a), as<T>(b)));                     \
  }                                                                  \
  template <class T, class D, class A, class B>                      \
  LOCKSTEP_PTX mul_##ptx(D& d, const A& a, const B& b) {             \
    if constexpr (sizeof(T) == 4)                                    \
      put(d, __fmul_##cuda(as<T>(a), as<T>(b)));                     \
    else                                                             \
      put(d, __dmul_##cuda(as<T>(a), as<T>(b)));                     \
  }                                                                  \
  template <class T, class D, class A, class B>                      \
  LOCKSTEP_PTX div_##ptx(D& d, const A& a, const B& b) {             \
    if constexpr (sizeof(T) == 4)                                    \
      put(d, __fdiv_##cuda(as<T>(a), as<T>(b)));                     \
    else                                                             \
      put(d, __ddiv_##cuda(as<T>(a), as<T>(b)));                     \
  }                                                                  \
  template <class T, class D, class A, class B, class C>             \
  LOCKSTEP_PTX fma_##ptx(D& d, const A& a, const B& b, const C& c) { \
    if constexpr (sizeof(T) == 4)                                    \
      put(d, __fmaf_##cuda(as<T>(a), as<T>(b), as<T>(c)));           \
    else                                                             \
      put(d, __fma_##cuda(as<T>(a), as<T>(b), as<T>(c)));            \
  }                                                                  \
  template <class T, class D, class A>                               \
  LOCKSTEP_PTX sqrt_##ptx(D& d, const A& a) {                        \
    if constexpr (sizeof(T) == 4)                                    \
      put(d, __fsqrt_##cuda(as<T>(a)));                              \
    else                                                             \
      put(d, __dsqrt_##cuda(as<T>(a)));                              \
  }                                                                  \
  template <class T, class D, class A>                               \
  LOCKSTEP_PTX rcp_##ptx(D& d, const A& a) {                         \
    if constexpr (sizeof(T) == 4)                                    \
      put(d, __frcp_##cuda(as<T>(a)));                               \
    else                                                             \
      put(d, __drcp_##cuda(as<T>(a)));                               \
  }
LOCKSTEP_PTX_ROUNDED(rz, rz)
LOCKSTEP_PTX_ROUNDED(rm, rd)
LOCKSTEP_PTX_ROUNDED(rp, ru)
#undef LOCKSTEP_PTX_ROUNDED

#define LOCKSTEP_PTX_UNARY(name, single, precise) \
  template <class T, class D, class A>            \
  LOCKSTEP_PTX name(D& d, const A& a) {           \
    const T x = as<T>(a);                         \
    if constexpr (sizeof(T) == 4)                 \
      put(d, single);                             \
    else                                          \
      put(d, precise);                            \
  }
LOCKSTEP_PTX_UNARY(rcp, 1 / x, 1 / x)
LOCKSTEP_PTX_UNARY(sqrt, __builtin_sqrtf(x), __builtin_sqrt(x))
LOCKSTEP_PTX_UNARY(rsqrt, ::rsqrtf(x), ::rsqrt(x))
LOCKSTEP_PTX_UNARY(ex2, ::exp2f(x), ::exp2(x))
LOCKSTEP_PTX_UNARY(lg2, ::log2f(x), ::log2(x))
LOCKSTEP_PTX_UNARY(sin, ::sinf(x), ::sin(x))
LOCKSTEP_PTX_UNARY(cos, ::cosf(x), ::cos(x))
LOCKSTEP_PTX_UNARY(tanh, ::tanhf(x), ::tanh(x))
#undef LOCKSTEP_PTX_UNARY

template <class T, class D, class A>
LOCKSTEP_PTX neg(D& d, const A& a) {
  if constexpr (std::is_integral<T>::value)
    put(d, static_cast<T>(WrappedOf<T>{0} - static_cast<WrappedOf<T>>(as<T>(a))));
  else if constexpr (is_half<T>)
    put(d, static_cast<u16>(as<u16>(a) ^ 0x8000u));
  else if constexpr (is_pair<T>)
    put(d, as<u32>(a) ^ 0x80008000u);
  else
    put(d, -as<T>(a));
}
template <class T, class D, class A>
LOCKSTEP_PTX abs(D& d, const A& a) {
  if constexpr (std::is_integral<T>::value)
    put(d, as<T>(a) < 0 ? static_cast<T>(WrappedOf<T>{0} - static_cast<WrappedOf<T>>(as<T>(a))) : as<T>(a));
  else if constexpr (is_half<T>)
    put(d, static_cast<u16>(as<u16>(a) & 0x7fffu));
  else if constexpr (is_pair<T>)
    put(d, as<u32>(a) & 0x7fff7fffu);
  else
    put(d, static_cast<T>(__builtin_fabs(as<T>(a))));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX min(D& d, const A& a, const B& b) {
  const T x = as<T>(a), y = as<T>(b);
  if constexpr (std::is_integral<T>::value)
    put(d, x < y ? x : y);
  else
    put(d, lesser(x, y));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX max(D& d, const A& a, const B& b) {
  const T x = as<T>(a), y = as<T>(b);
  if constexpr (std::is_integral<T>::value)
    put(d, x > y ? x : y);
  else
    put(d, greater(x, y));
}
/// NaN wins.
template <class T, class D, class A, class B>
LOCKSTEP_PTX min_NaN(D& d, const A& a, const B& b) {
  const T x = as<T>(a), y = as<T>(b);
  put(d, x != x || y != y ? as<T>(0x7fffffffu) : lesser(x, y));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX max_NaN(D& d, const A& a, const B& b) {
  const T x = as<T>(a), y = as<T>(b);
  put(d, x != x || y != y ? as<T>(0x7fffffffu) : greater(x, y));
}
template <class T, class D, class A>
LOCKSTEP_PTX copysign(D& d, const A& a, const A& b) {
  put(d, static_cast<T>(__builtin_copysign(as<T>(b), as<T>(a))));
}

/// How `cvt` rounds: to a whole number, or to what the destination can hold.
enum class Rounding { none, rn, rz, rm, rp, rni, rzi, rmi, rpi, rna };
template <Rounding how, class T>
[[gnu::always_inline]] inline T whole(T x) {
  if constexpr (how == Rounding::rzi) return static_cast<T>(__builtin_trunc(x));
  if constexpr (how == Rounding::rmi) return static_cast<T>(__builtin_floor(x));
  if constexpr (how == Rounding::rpi) return static_cast<T>(__builtin_ceil(x));
  if constexpr (how == Rounding::rni) return static_cast<T>(__builtin_rint(x));
  return x;
}
/// Floats become the nearest integer that there is; NaN becomes 0.
template <class T, class X>
[[gnu::always_inline]] inline T to_integer(X x) {
  if (x != x) return 0;
  const auto limit = static_cast<X>(T{1} << (8 * sizeof(T) - 2)) * (std::is_signed<T>::value ? X{2} : X{4});  // 1 beyond the highest
  if (x >= limit) return static_cast<T>(~(std::is_signed<T>::value ? WrappedOf<T>{1} << (8 * sizeof(T) - 1) : WrappedOf<T>{0}));
  const X lowest = std::is_signed<T>::value ? -limit : X{0};
  return static_cast<T>(x < lowest ? lowest : x);
}
template <Rounding how, class T, class X>
[[gnu::always_inline]] inline T from_integer(X x) {
  if constexpr (std::is_same<T, float>::value) {
    using I = std::conditional_t<std::is_signed<X>::value, long long, unsigned long long>;
    const I wide = x;
    if constexpr (how == Rounding::rz)
      return std::is_signed<X>::value ? __ll2float_rz(static_cast<long long>(wide)) : __ull2float_rz(static_cast<unsigned long long>(wide));
    if constexpr (how == Rounding::rm)
      return std::is_signed<X>::value ? __ll2float_rd(static_cast<long long>(wide)) : __ull2float_rd(static_cast<unsigned long long>(wide));
    if constexpr (how == Rounding::rp)
      return std::is_signed<X>::value ? __ll2float_ru(static_cast<long long>(wide)) : __ull2float_ru(static_cast<unsigned long long>(wide));
    return static_cast<float>(wide);
  } else {
    if constexpr (how == Rounding::rz)
      return std::is_signed<X>::value ? __ll2double_rz(static_cast<long long>(x)) : __ull2double_rz(static_cast<unsigned long long>(x));
    if constexpr (how == Rounding::rm)
      return std::is_signed<X>::value ? __ll2double_rd(static_cast<long long>(x)) : __ull2double_rd(static_cast<unsigned long long>(x));
    if constexpr (how == Rounding::rp)
      return std::is_signed<X>::value ? __ll2double_ru(static_cast<long long>(x)) : __ull2double_ru(static_cast<unsigned long long>(x));
    return static_cast<double>(x);
  }
}
template <Rounding how, class T, class X>
[[gnu::always_inline]] inline T converted(X x) {
  if constexpr (is_half<X>) {
    if constexpr (std::is_same<T, X>::value)
      return to_half(whole<how>(half_value(x)), T{});
    else
      return converted<how, T>(half_value(x));
  } else if constexpr (std::is_same<T, tf32>::value) {
    return {how == Rounding::rz ? as<u32>(x) & ~0x1fffu : to_tf32(x)};
  } else if constexpr (is_half<T>) {
    return how == Rounding::rz ? to_half_zero(static_cast<double>(x), T{}) : to_half(static_cast<double>(x), T{});
  } else if constexpr (std::is_integral<T>::value && std::is_integral<X>::value) {
    return static_cast<T>(x);
  } else if constexpr (std::is_integral<T>::value) {
    return to_integer<T>(whole<how>(x));
  } else if constexpr (std::is_integral<X>::value) {
    return from_integer<how, T>(x);
  } else if constexpr (sizeof(T) == 4 && sizeof(X) == 8) {
    if constexpr (how == Rounding::rz) return __double2float_rz(x);
    if constexpr (how == Rounding::rm) return __double2float_rd(x);
    if constexpr (how == Rounding::rp) return __double2float_ru(x);
    return static_cast<T>(x);
  } else {
    return static_cast<T>(whole<how>(x));
  }
}
template <Rounding how, class T, class X, class D, class A>
LOCKSTEP_PTX cvt(D& d, const A& a) {
  put(d, converted<how, T>(as<X>(a)));
}
/// Two floats become a pair: the first is the high half.
template <Rounding how, class T, class X, class D, class A, class B>
LOCKSTEP_PTX cvt(D& d, const A& a, const B& b) {
  using Half = HalfOf<T>;
  put(d, pair_of<T>(converted<how, Half>(as<X>(b)), converted<how, Half>(as<X>(a))));
}
template <Rounding how, class T, class X, class D, class A>
LOCKSTEP_PTX cvt_sat(D& d, const A& a) {
  if constexpr (std::is_integral<T>::value && std::is_integral<X>::value) {
    using Common = std::conditional_t<std::is_signed<X>::value == std::is_signed<T>::value || sizeof(X) < 8, s64, Wide>;
    if constexpr (!std::is_signed<X>::value && !std::is_signed<T>::value)
      put(d, as<X>(a) > static_cast<T>(~T{0}) ? static_cast<T>(~T{0}) : static_cast<T>(as<X>(a)));
    else
      put(d, nearest<T>(static_cast<Common>(as<X>(a))));
  } else {
    put(d, converted<how, T>(as<X>(a)));
    if constexpr (std::is_floating_point<T>::value) saturate<T>(d);
  }
}
/// 1 where the number is of that kind.
#define LOCKSTEP_PTX_TEST(kind, expression)     \
  template <class T, class P, class A>          \
  LOCKSTEP_PTX testp_##kind(P& p, const A& a) { \
    const T x = as<T>(a);                       \
    put(p, expression);                         \
  }
LOCKSTEP_PTX_TEST(finite, __builtin_isfinite(x) != 0)
LOCKSTEP_PTX_TEST(infinite, __builtin_isinf(x) != 0)
LOCKSTEP_PTX_TEST(number, !__builtin_isnan(x))
LOCKSTEP_PTX_TEST(notanumber, __builtin_isnan(x) != 0)
LOCKSTEP_PTX_TEST(normal, __builtin_isnormal(x) != 0)
LOCKSTEP_PTX_TEST(subnormal, x != 0 && !__builtin_isnormal(x) && __builtin_isfinite(x))
#undef LOCKSTEP_PTX_TEST

}  // namespace lockstep::sim::ptx
