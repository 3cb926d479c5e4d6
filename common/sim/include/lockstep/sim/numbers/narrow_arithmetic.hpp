/// @file
/// @brief Sums, products, quotients, fused multiply-adds and operators, of numbers and of pairs. Part of narrow_functions.hpp.

namespace lockstep::sim {

/// Brought into [0, 1]; NaN becomes 0.
LOCKSTEP_INLINE LOCKSTEP_NARROW saturated(const LOCKSTEP_NARROW value) {
  const double wide = widened(value);
  return wide >= 1.0 ? LOCKSTEP_ROUND(1.0) : (wide > 0.0 ? value : LOCKSTEP_ROUND(0.0));
}
/// No less than 0; NaN stays.
LOCKSTEP_INLINE LOCKSTEP_NARROW rectified(const LOCKSTEP_NARROW value) { return widened(value) <= 0.0 ? LOCKSTEP_ROUND(0.0) : value; }

}  // namespace lockstep::sim

// A function of numbers, and its twin for both halves of pairs.
#define LOCKSTEP_UNARY(name, pair_name, expression)                                    \
  LOCKSTEP_INLINE LOCKSTEP_NARROW name(const LOCKSTEP_NARROW a) { return expression; } \
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR pair_name(const LOCKSTEP_NARROW_PAIR a) { return LOCKSTEP_NARROW_PAIR(name(a.x), name(a.y)); }
#define LOCKSTEP_BINARY(name, pair_name, expression)                                                            \
  LOCKSTEP_INLINE LOCKSTEP_NARROW name(const LOCKSTEP_NARROW a, const LOCKSTEP_NARROW b) { return expression; } \
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR pair_name(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b) {  \
    return LOCKSTEP_NARROW_PAIR(name(a.x, b.x), name(a.y, b.y));                                                \
  }
#define LOCKSTEP_TERNARY(name, pair_name, expression)                                                                                    \
  LOCKSTEP_INLINE LOCKSTEP_NARROW name(const LOCKSTEP_NARROW a, const LOCKSTEP_NARROW b, const LOCKSTEP_NARROW c) { return expression; } \
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR pair_name(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b,                             \
                                                 const LOCKSTEP_NARROW_PAIR c) {                                                         \
    return LOCKSTEP_NARROW_PAIR(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                                                               \
  }
#define LOCKSTEP_A lockstep::sim::widened(a)
#define LOCKSTEP_B lockstep::sim::widened(b)

LOCKSTEP_UNARY(__hneg, __hneg2, LOCKSTEP_ROUND(-LOCKSTEP_A))
LOCKSTEP_UNARY(__habs, __habs2, LOCKSTEP_ROUND(__builtin_fabs(LOCKSTEP_A)))

// The compiler fuses none of these; so those with `_rn`, which nvcc does not fuse either, are the same.
LOCKSTEP_BINARY(__hadd, __hadd2, LOCKSTEP_ROUND(LOCKSTEP_A + LOCKSTEP_B))
LOCKSTEP_BINARY(__hsub, __hsub2, LOCKSTEP_ROUND(LOCKSTEP_A - LOCKSTEP_B))
LOCKSTEP_BINARY(__hmul, __hmul2, LOCKSTEP_ROUND(LOCKSTEP_A* LOCKSTEP_B))
LOCKSTEP_BINARY(__hdiv, __h2div, LOCKSTEP_ROUND(LOCKSTEP_A / LOCKSTEP_B))
LOCKSTEP_BINARY(__hadd_rn, __hadd2_rn, __hadd(a, b))
LOCKSTEP_BINARY(__hsub_rn, __hsub2_rn, __hsub(a, b))
LOCKSTEP_BINARY(__hmul_rn, __hmul2_rn, __hmul(a, b))
LOCKSTEP_BINARY(__hadd_sat, __hadd2_sat, lockstep::sim::saturated(__hadd(a, b)))
LOCKSTEP_BINARY(__hsub_sat, __hsub2_sat, lockstep::sim::saturated(__hsub(a, b)))
LOCKSTEP_BINARY(__hmul_sat, __hmul2_sat, lockstep::sim::saturated(__hmul(a, b)))
LOCKSTEP_TERNARY(__hfma, __hfma2, LOCKSTEP_ROUND(lockstep::sim::odd_fma(LOCKSTEP_A, LOCKSTEP_B, lockstep::sim::widened(c))))
LOCKSTEP_TERNARY(__hfma_sat, __hfma2_sat, lockstep::sim::saturated(__hfma(a, b, c)))
LOCKSTEP_TERNARY(__hfma_relu, __hfma2_relu, lockstep::sim::rectified(__hfma(a, b, c)))

#undef LOCKSTEP_B
#undef LOCKSTEP_A
#undef LOCKSTEP_TERNARY
#undef LOCKSTEP_BINARY
#undef LOCKSTEP_UNARY

/// a·b + c of complex numbers (x real, y imaginary), in four fused steps.
LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR __hcmadd(const LOCKSTEP_NARROW_PAIR a, const LOCKSTEP_NARROW_PAIR b, const LOCKSTEP_NARROW_PAIR c) {
  return LOCKSTEP_NARROW_PAIR(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

#define LOCKSTEP_OPERATORS(T, add, subtract, multiply, divide, negate, one)      \
  LOCKSTEP_INLINE T operator+(const T& a, const T& b) { return add(a, b); }      \
  LOCKSTEP_INLINE T operator-(const T& a, const T& b) { return subtract(a, b); } \
  LOCKSTEP_INLINE T operator*(const T& a, const T& b) { return multiply(a, b); } \
  LOCKSTEP_INLINE T operator/(const T& a, const T& b) { return divide(a, b); }   \
  LOCKSTEP_INLINE T& operator+=(T& a, const T& b) { return a = add(a, b); }      \
  LOCKSTEP_INLINE T& operator-=(T& a, const T& b) { return a = subtract(a, b); } \
  LOCKSTEP_INLINE T& operator*=(T& a, const T& b) { return a = multiply(a, b); } \
  LOCKSTEP_INLINE T& operator/=(T& a, const T& b) { return a = divide(a, b); }   \
  LOCKSTEP_INLINE T operator+(const T& a) { return a; }                          \
  LOCKSTEP_INLINE T operator-(const T& a) { return negate(a); }                  \
  LOCKSTEP_INLINE T& operator++(T& a) { return a = add(a, one); }                \
  LOCKSTEP_INLINE T& operator--(T& a) { return a = subtract(a, one); }           \
  LOCKSTEP_INLINE T operator++(T& a, int) {                                      \
    const T before = a;                                                          \
    ++a;                                                                         \
    return before;                                                               \
  }                                                                              \
  LOCKSTEP_INLINE T operator--(T& a, int) {                                      \
    const T before = a;                                                          \
    --a;                                                                         \
    return before;                                                               \
  }
#ifndef LOCKSTEP_NARROW_NO_OPERATORS
LOCKSTEP_OPERATORS(LOCKSTEP_NARROW, __hadd, __hsub, __hmul, __hdiv, __hneg, LOCKSTEP_ROUND(1.0))
#endif
#ifndef LOCKSTEP_NARROW_NO_PAIR_OPERATORS
LOCKSTEP_OPERATORS(LOCKSTEP_NARROW_PAIR, __hadd2, __hsub2, __hmul2, __h2div, __hneg2,
                   LOCKSTEP_NARROW_PAIR(LOCKSTEP_ROUND(1.0), LOCKSTEP_ROUND(1.0)))
#endif
#undef LOCKSTEP_OPERATORS
