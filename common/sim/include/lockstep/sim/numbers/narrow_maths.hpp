/// @file
/// @brief Roots, exponentials, logarithms, sine and cosine, whole numbers, of numbers and of pairs. Part of narrow_functions.hpp.
///
/// Computed in double and rounded once, to nearest: so are CUDA's, which are exact but for a few arguments.

#define LOCKSTEP_MATHS(name, expression)                                            \
  LOCKSTEP_INLINE LOCKSTEP_NARROW h##name(const LOCKSTEP_NARROW value) {            \
    const double x = lockstep::sim::widened(value);                                 \
    return LOCKSTEP_ROUND(expression);                                              \
  }                                                                                 \
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR h2##name(const LOCKSTEP_NARROW_PAIR value) { \
    return LOCKSTEP_NARROW_PAIR(h##name(value.x), h##name(value.y));                \
  }

LOCKSTEP_MATHS(trunc, __builtin_trunc(x))
LOCKSTEP_MATHS(ceil, __builtin_ceil(x))
LOCKSTEP_MATHS(floor, __builtin_floor(x))
LOCKSTEP_MATHS(rint, __builtin_rint(x))
LOCKSTEP_MATHS(sqrt, __builtin_sqrt(x))
LOCKSTEP_MATHS(rsqrt, 1.0 / __builtin_sqrt(x))
LOCKSTEP_MATHS(rcp, 1.0 / x)
LOCKSTEP_MATHS(exp, __builtin_exp(x))
LOCKSTEP_MATHS(exp2, __builtin_exp2(x))
LOCKSTEP_MATHS(exp10, __builtin_pow(10.0, x))
LOCKSTEP_MATHS(log, __builtin_log(x))
LOCKSTEP_MATHS(log2, __builtin_log2(x))
LOCKSTEP_MATHS(log10, __builtin_log10(x))
LOCKSTEP_MATHS(sin, __builtin_sin(x))
LOCKSTEP_MATHS(cos, __builtin_cos(x))
LOCKSTEP_MATHS(tanh, __builtin_tanh(x))
LOCKSTEP_MATHS(tanh_approx, __builtin_tanh(x))
#undef LOCKSTEP_MATHS
