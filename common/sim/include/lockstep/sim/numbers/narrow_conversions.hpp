/// @file
/// @brief Conversions between a number of 16 bits and all others, and between pairs and their halves. Part of narrow_functions.hpp.

// ---- Bits ---------------------------------------------------------------------------------------------------------

LOCKSTEP_INLINE unsigned short LOCKSTEP_TO_BITS(const LOCKSTEP_NARROW value) { return static_cast<LOCKSTEP_RAW>(value).x; }
LOCKSTEP_INLINE short LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, _as_short)(const LOCKSTEP_NARROW value) {
  return static_cast<short>(LOCKSTEP_TO_BITS(value));
}
LOCKSTEP_INLINE LOCKSTEP_NARROW LOCKSTEP_FROM_BITS(const unsigned short bits) { return LOCKSTEP_RAW{bits}; }
LOCKSTEP_INLINE LOCKSTEP_NARROW LOCKSTEP_JOIN(__short_as_, LOCKSTEP_NARROW_WORD, )(const short bits) {
  return LOCKSTEP_RAW{static_cast<unsigned short>(bits)};
}

// ---- Floating-point numbers ---------------------------------------------------------------------------------------

LOCKSTEP_INLINE float LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2float)(const LOCKSTEP_NARROW value) {
  return lockstep::sim::LOCKSTEP_JOIN(float_of_, LOCKSTEP_NARROW_WORD, _bits)(LOCKSTEP_TO_BITS(value));
}

#define LOCKSTEP_FROM_ROUNDED(name, T, value_as_double, rounding)                                             \
  LOCKSTEP_INLINE LOCKSTEP_NARROW name(const T value) {                                                       \
    return LOCKSTEP_RAW{lockstep::sim::LOCKSTEP_BITS_OF(value_as_double, lockstep::sim::Rounding::rounding)}; \
  }
#define LOCKSTEP_FROM_EACH(word, T, value_as_double)                                                        \
  LOCKSTEP_FROM_ROUNDED(LOCKSTEP_JOIN(__##word##2, LOCKSTEP_NARROW_WORD, _rn), T, value_as_double, nearest) \
  LOCKSTEP_FROM_ROUNDED(LOCKSTEP_JOIN(__##word##2, LOCKSTEP_NARROW_WORD, _rz), T, value_as_double, zero)    \
  LOCKSTEP_FROM_ROUNDED(LOCKSTEP_JOIN(__##word##2, LOCKSTEP_NARROW_WORD, _ru), T, value_as_double, up)      \
  LOCKSTEP_FROM_ROUNDED(LOCKSTEP_JOIN(__##word##2, LOCKSTEP_NARROW_WORD, _rd), T, value_as_double, down)

LOCKSTEP_FROM_ROUNDED(LOCKSTEP_ROUND, double, value, nearest)
LOCKSTEP_FROM_ROUNDED(LOCKSTEP_JOIN(__float2, LOCKSTEP_NARROW_WORD, ), float, static_cast<double>(value), nearest)
LOCKSTEP_FROM_EACH(float, float, static_cast<double>(value))
LOCKSTEP_FROM_EACH(short, short, value)
LOCKSTEP_FROM_EACH(ushort, unsigned short, value)
LOCKSTEP_FROM_EACH(int, int, value)
LOCKSTEP_FROM_EACH(uint, unsigned int, value)
LOCKSTEP_FROM_EACH(ll, long long, lockstep::sim::odd_double(value))
LOCKSTEP_FROM_EACH(ull, unsigned long long, lockstep::sim::odd_double(value))
#undef LOCKSTEP_FROM_EACH
#undef LOCKSTEP_FROM_ROUNDED

namespace lockstep::sim {
/// The exact value.
LOCKSTEP_INLINE double widened(const LOCKSTEP_NARROW value) {
  return static_cast<double>(LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2float)(value));
}
}  // namespace lockstep::sim

// ---- To integers: what does not fit becomes the nearest that does -------------------------------------------------

#define LOCKSTEP_TO_ROUNDED(word, T, rounding, converted)                                                        \
  LOCKSTEP_INLINE T LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2##word##_##rounding)(const LOCKSTEP_NARROW value) { \
    const float wide = LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2float)(value);                                   \
    return static_cast<T>(converted(wide));                                                                      \
  }
#define LOCKSTEP_TO_EACH(word, T)                       \
  LOCKSTEP_TO_ROUNDED(word, T, rn, __float2##word##_rn) \
  LOCKSTEP_TO_ROUNDED(word, T, rz, __float2##word##_rz) \
  LOCKSTEP_TO_ROUNDED(word, T, ru, __float2##word##_ru) \
  LOCKSTEP_TO_ROUNDED(word, T, rd, __float2##word##_rd)
LOCKSTEP_TO_EACH(int, int)
LOCKSTEP_TO_EACH(uint, unsigned int)
LOCKSTEP_TO_EACH(ll, long long)
LOCKSTEP_TO_EACH(ull, unsigned long long)
#undef LOCKSTEP_TO_EACH

#define LOCKSTEP_TO_SMALL(word, T, rounding, smallest, largest)                                                  \
  LOCKSTEP_INLINE T LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2##word##_##rounding)(const LOCKSTEP_NARROW value) { \
    const int whole = LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2int_##rounding)(value);                           \
    return static_cast<T>(whole < (smallest) ? (smallest) : whole > (largest) ? (largest) : whole);              \
  }
#define LOCKSTEP_TO_SHORTS(rounding)                         \
  LOCKSTEP_TO_SMALL(short, short, rounding, -0x8000, 0x7fff) \
  LOCKSTEP_TO_SMALL(ushort, unsigned short, rounding, 0, 0xffff)
LOCKSTEP_TO_SHORTS(rn)
LOCKSTEP_TO_SHORTS(rz)
LOCKSTEP_TO_SHORTS(ru)
LOCKSTEP_TO_SHORTS(rd)
LOCKSTEP_TO_SMALL(char, signed char, rz, -0x80, 0x7f)
LOCKSTEP_TO_SMALL(uchar, unsigned char, rz, 0, 0xff)
#undef LOCKSTEP_TO_SHORTS
#undef LOCKSTEP_TO_SMALL
#undef LOCKSTEP_TO_ROUNDED

#ifndef LOCKSTEP_NARROW_NO_CONVERSIONS
#define LOCKSTEP_OPERATOR(T, word) \
  LOCKSTEP_INLINE LOCKSTEP_NARROW::operator T() const { return static_cast<T>(LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2##word)(*this)); }
LOCKSTEP_OPERATOR(float, float)
LOCKSTEP_OPERATOR(signed char, char_rz)
LOCKSTEP_OPERATOR(unsigned char, uchar_rz)
LOCKSTEP_OPERATOR(char, char_rz)
LOCKSTEP_OPERATOR(short, short_rz)
LOCKSTEP_OPERATOR(unsigned short, ushort_rz)
LOCKSTEP_OPERATOR(int, int_rz)
LOCKSTEP_OPERATOR(unsigned int, uint_rz)
LOCKSTEP_OPERATOR(long, ll_rz)
LOCKSTEP_OPERATOR(unsigned long, ull_rz)
LOCKSTEP_OPERATOR(long long, ll_rz)
LOCKSTEP_OPERATOR(unsigned long long, ull_rz)
#undef LOCKSTEP_OPERATOR
#endif

// ---- Pairs --------------------------------------------------------------------------------------------------------

/// `__low2half`, `__half2half2` and their family.
#define LOCKSTEP_PAIR_NAME(before, middle, after) \
  LOCKSTEP_JOIN(LOCKSTEP_JOIN(before, LOCKSTEP_NARROW_WORD, middle), LOCKSTEP_NARROW_WORD, after)
#define LOCKSTEP_TO_PAIR(before) LOCKSTEP_JOIN(before, LOCKSTEP_NARROW_WORD, 2)

LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_TO_PAIR(make_)(const LOCKSTEP_NARROW x, const LOCKSTEP_NARROW y) {
  return LOCKSTEP_NARROW_PAIR(x, y);
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_TO_PAIR(__halves2)(const LOCKSTEP_NARROW low, const LOCKSTEP_NARROW high) {
  return LOCKSTEP_NARROW_PAIR(low, high);
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_PAIR_NAME(__, 2, 2)(const LOCKSTEP_NARROW both) { return LOCKSTEP_NARROW_PAIR(both, both); }
LOCKSTEP_INLINE LOCKSTEP_NARROW LOCKSTEP_JOIN(__low2, LOCKSTEP_NARROW_WORD, )(const LOCKSTEP_NARROW_PAIR pair) { return pair.x; }
LOCKSTEP_INLINE LOCKSTEP_NARROW LOCKSTEP_JOIN(__high2, LOCKSTEP_NARROW_WORD, )(const LOCKSTEP_NARROW_PAIR pair) { return pair.y; }
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_TO_PAIR(__low2)(const LOCKSTEP_NARROW_PAIR pair) {
  return LOCKSTEP_NARROW_PAIR(pair.x, pair.x);
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_TO_PAIR(__high2)(const LOCKSTEP_NARROW_PAIR pair) {
  return LOCKSTEP_NARROW_PAIR(pair.y, pair.y);
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_TO_PAIR(__lows2)(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b) {
  return LOCKSTEP_NARROW_PAIR(a.x, b.x);
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_TO_PAIR(__highs2)(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b) {
  return LOCKSTEP_NARROW_PAIR(a.y, b.y);
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR __lowhigh2highlow(const LOCKSTEP_NARROW_PAIR pair) { return LOCKSTEP_NARROW_PAIR(pair.y, pair.x); }

LOCKSTEP_INLINE float __low2float(const LOCKSTEP_NARROW_PAIR pair) { return LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2float)(pair.x); }
LOCKSTEP_INLINE float __high2float(const LOCKSTEP_NARROW_PAIR pair) { return LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 2float)(pair.y); }
LOCKSTEP_INLINE float2 LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, 22float2)(const LOCKSTEP_NARROW_PAIR pair) {
  return float2{__low2float(pair), __high2float(pair)};
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_JOIN(__floats2, LOCKSTEP_NARROW_WORD, 2_rn)(const float low, const float high) {
  return LOCKSTEP_NARROW_PAIR(LOCKSTEP_ROUND(static_cast<double>(low)), LOCKSTEP_ROUND(static_cast<double>(high)));
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_JOIN(__float2, LOCKSTEP_NARROW_WORD, 2_rn)(const float both) {
  return LOCKSTEP_JOIN(__floats2, LOCKSTEP_NARROW_WORD, 2_rn)(both, both);
}
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR LOCKSTEP_JOIN(__float22, LOCKSTEP_NARROW_WORD, 2_rn)(const float2 pair) {
  return LOCKSTEP_JOIN(__floats2, LOCKSTEP_NARROW_WORD, 2_rn)(pair.x, pair.y);
}
#undef LOCKSTEP_TO_PAIR
#undef LOCKSTEP_PAIR_NAME
