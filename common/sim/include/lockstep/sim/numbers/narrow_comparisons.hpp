/// @file
/// @brief Comparisons, smallest and largest, of numbers and of pairs. Part of narrow_functions.hpp.

LOCKSTEP_INLINE bool __hisnan(const LOCKSTEP_NARROW a) { return __builtin_isnan(lockstep::sim::widened(a)); }
/// 1 for ∞, −1 for −∞.
LOCKSTEP_INLINE int __hisinf(const LOCKSTEP_NARROW a) { return __builtin_isinf_sign(lockstep::sim::widened(a)); }
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR __hisnan2(const LOCKSTEP_NARROW_PAIR a) {
  return LOCKSTEP_NARROW_PAIR(LOCKSTEP_ROUND(__hisnan(a.x)), LOCKSTEP_ROUND(__hisnan(a.y)));
}

// Five functions each: of numbers; of pairs as pairs of 1 and 0; whether it holds for both halves; of pairs as masks. Where one is NaN,
// none holds but those with `u`, which all do.
#define LOCKSTEP_COMPARISON(name, holds)                                                                          \
  LOCKSTEP_INLINE bool __h##name(const LOCKSTEP_NARROW first, const LOCKSTEP_NARROW second) {                     \
    const double a = lockstep::sim::widened(first), b = lockstep::sim::widened(second);                           \
    return holds;                                                                                                 \
  }                                                                                                               \
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR __h##name##2(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b) { \
    return LOCKSTEP_NARROW_PAIR(LOCKSTEP_ROUND(__h##name(a.x, b.x)), LOCKSTEP_ROUND(__h##name(a.y, b.y)));        \
  }                                                                                                               \
  LOCKSTEP_INLINE bool __hb##name##2(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b) {                \
    const bool low = __h##name(a.x, b.x), high = __h##name(a.y, b.y);                                             \
    return low & high;                                                                                            \
  }                                                                                                               \
  LOCKSTEP_INLINE unsigned __h##name##2_mask(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b) {        \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                       \
  }

LOCKSTEP_COMPARISON(eq, a == b)
LOCKSTEP_COMPARISON(ne, __builtin_islessgreater(a, b))
LOCKSTEP_COMPARISON(lt, a < b)
LOCKSTEP_COMPARISON(le, a <= b)
LOCKSTEP_COMPARISON(gt, a > b)
LOCKSTEP_COMPARISON(ge, a >= b)
LOCKSTEP_COMPARISON(equ, !__builtin_islessgreater(a, b))
LOCKSTEP_COMPARISON(neu, !(a == b))
LOCKSTEP_COMPARISON(ltu, !(a >= b))
LOCKSTEP_COMPARISON(leu, !(a > b))
LOCKSTEP_COMPARISON(gtu, !(a <= b))
LOCKSTEP_COMPARISON(geu, !(a < b))
#undef LOCKSTEP_COMPARISON

#define LOCKSTEP_COMPARISON_OPERATORS(T, eq, neu, lt, le, gt, ge)               \
  LOCKSTEP_INLINE bool operator==(const T& a, const T& b) { return eq(a, b); }  \
  LOCKSTEP_INLINE bool operator!=(const T& a, const T& b) { return neu(a, b); } \
  LOCKSTEP_INLINE bool operator<(const T& a, const T& b) { return lt(a, b); }   \
  LOCKSTEP_INLINE bool operator<=(const T& a, const T& b) { return le(a, b); }  \
  LOCKSTEP_INLINE bool operator>(const T& a, const T& b) { return gt(a, b); }   \
  LOCKSTEP_INLINE bool operator>=(const T& a, const T& b) { return ge(a, b); }
#ifndef LOCKSTEP_NARROW_NO_OPERATORS
LOCKSTEP_COMPARISON_OPERATORS(LOCKSTEP_NARROW, __heq, __hneu, __hlt, __hle, __hgt, __hge)
#endif
#ifndef LOCKSTEP_NARROW_NO_PAIR_OPERATORS
LOCKSTEP_COMPARISON_OPERATORS(LOCKSTEP_NARROW_PAIR, __hbeq2, __hbneu2, __hblt2, __hble2, __hbgt2, __hbge2)
#endif
#undef LOCKSTEP_COMPARISON_OPERATORS

namespace lockstep::sim {

/// The one of a and b that `take_a` says; where one is NaN, the other, or NaN where it wins.
LOCKSTEP_INLINE LOCKSTEP_NARROW chosen(const LOCKSTEP_NARROW a, const LOCKSTEP_NARROW b, bool take_a, bool nan_wins) {
  const bool a_is_nan = __hisnan(a), b_is_nan = __hisnan(b);
  if ((a_is_nan & b_is_nan) | ((a_is_nan | b_is_nan) & nan_wins)) return LOCKSTEP_FROM_BITS(0x7fff);
  if (a_is_nan | b_is_nan) return a_is_nan ? b : a;
  return take_a ? a : b;
}
/// An order in which −0 is less than 0.
LOCKSTEP_INLINE bool comes_before(const LOCKSTEP_NARROW a, const LOCKSTEP_NARROW b) {
  const double wide_a = widened(a), wide_b = widened(b);
  return (wide_a < wide_b) | ((wide_a == wide_b) & (LOCKSTEP_TO_BITS(a) > LOCKSTEP_TO_BITS(b)));
}

}  // namespace lockstep::sim

#define LOCKSTEP_CHOICE(name, pair_name, take_a, nan_wins)                                                     \
  LOCKSTEP_INLINE LOCKSTEP_NARROW name(const LOCKSTEP_NARROW a, const LOCKSTEP_NARROW b) {                     \
    return lockstep::sim::chosen(a, b, take_a, nan_wins);                                                      \
  }                                                                                                            \
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR pair_name(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b) { \
    return LOCKSTEP_NARROW_PAIR(name(a.x, b.x), name(a.y, b.y));                                               \
  }
LOCKSTEP_CHOICE(__hmin, __hmin2, lockstep::sim::comes_before(a, b), false)
LOCKSTEP_CHOICE(__hmax, __hmax2, lockstep::sim::comes_before(b, a), false)
LOCKSTEP_CHOICE(__hmin_nan, __hmin2_nan, lockstep::sim::comes_before(a, b), true)
LOCKSTEP_CHOICE(__hmax_nan, __hmax2_nan, lockstep::sim::comes_before(b, a), true)
#undef LOCKSTEP_CHOICE
