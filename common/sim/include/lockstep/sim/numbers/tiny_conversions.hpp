/// @file
/// @brief The functions `__nv_cvt_*` of numbers of 8, 6 and 4 bits, for the header that includes it.
///
/// A header defines `lockstep::sim::tiny_from(value, first, second)` for the two parameters that say how to convert, and
/// `lockstep::sim::format_of(interpretation)`, and then lists its functions with these macros.
#pragma once

#include "lockstep/sim/numbers/tiny_numbers.hpp"

/// From a number, and from two.
#define LOCKSTEP_TINY_FROM(One, Two, shift, name, pair_name, T, Pair, First, Second)                  \
  [[gnu::always_inline]] inline One name(const T x, const First first, const Second second) {         \
    return static_cast<One>(lockstep::sim::tiny_from(lockstep::sim::exactly(x), first, second));      \
  }                                                                                                   \
  [[gnu::always_inline]] inline Two pair_name(const Pair x, const First first, const Second second) { \
    const unsigned low = name(T{x.x}, first, second), high = name(T{x.y}, first, second);             \
    return static_cast<Two>(low | high << (shift));                                                   \
  }

/// All of fp8, fp6 or fp4.
#define LOCKSTEP_TINY_CONVERSIONS(word, shift, First, Second)                                                                              \
  LOCKSTEP_TINY_FROM(__nv_##word##_storage_t, __nv_##word##x2_storage_t, shift, __nv_cvt_double_to_##word, __nv_cvt_double2_to_##word##x2, \
                     double, double2, First, Second)                                                                                       \
  LOCKSTEP_TINY_FROM(__nv_##word##_storage_t, __nv_##word##x2_storage_t, shift, __nv_cvt_float_to_##word, __nv_cvt_float2_to_##word##x2,   \
                     float, float2, First, Second)                                                                                         \
  LOCKSTEP_TINY_FROM(__nv_##word##_storage_t, __nv_##word##x2_storage_t, shift, __nv_cvt_halfraw_to_##word,                                \
                     __nv_cvt_halfraw2_to_##word##x2, __half_raw, __half2_raw, First, Second)                                              \
  LOCKSTEP_TINY_FROM(__nv_##word##_storage_t, __nv_##word##x2_storage_t, shift, __nv_cvt_bfloat16raw_to_##word,                            \
                     __nv_cvt_bfloat16raw2_to_##word##x2, __nv_bfloat16_raw, __nv_bfloat162_raw, First, Second)                            \
  [[gnu::always_inline]] inline __half_raw __nv_cvt_##word##_to_halfraw(const __nv_##word##_storage_t x,                                   \
                                                                        const __nv_##word##_interpretation_t interpretation) {             \
    return __float2half_rn(lockstep::sim::float_of_tiny_bits(x, lockstep::sim::format_of(interpretation)));                                \
  }                                                                                                                                        \
  [[gnu::always_inline]] inline __half2_raw __nv_cvt_##word##x2_to_halfraw2(const __nv_##word##x2_storage_t x,                             \
                                                                            const __nv_##word##_interpretation_t interpretation) {         \
    return __half2_raw{__nv_cvt_##word##_to_halfraw(static_cast<__nv_##word##_storage_t>(x), interpretation).x,                            \
                       __nv_cvt_##word##_to_halfraw(static_cast<__nv_##word##_storage_t>(x >> (shift)), interpretation).x};                \
  }
