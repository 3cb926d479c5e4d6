/// @file
/// @brief Complex numbers as pairs, `cuFloatComplex` and `cuDoubleComplex`, and their arithmetic. x is the real part, y the imaginary one.
///
/// Each function takes the steps that CUDA's takes, so that results differ at most where nvcc fuses a product and a sum.
#pragma once

#include <math.h>

#include "vector_types.h"

// The functions have one name for each type: with `f` at the end, or without it.
#define LOCKSTEP_COMPLEX(Complex, Real, f, made, absolute, root, largest)                                                     \
  __attribute__((always_inline)) static inline Real cuCreal##f(Complex x) { return x.x; }                                     \
  __attribute__((always_inline)) static inline Real cuCimag##f(Complex x) { return x.y; }                                     \
  __attribute__((always_inline)) static inline Complex made(Real real, Real imaginary) {                                      \
    const Complex z = {real, imaginary};                                                                                      \
    return z;                                                                                                                 \
  }                                                                                                                           \
  __attribute__((always_inline)) static inline Complex cuConj##f(Complex x) { return made(x.x, -x.y); }                       \
  __attribute__((always_inline)) static inline Complex cuCadd##f(Complex x, Complex y) { return made(x.x + y.x, x.y + y.y); } \
  __attribute__((always_inline)) static inline Complex cuCsub##f(Complex x, Complex y) { return made(x.x - y.x, x.y - y.y); } \
  __attribute__((always_inline)) static inline Complex cuCmul##f(Complex x, Complex y) {                                      \
    return made(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                                                \
  }                                                                                                                           \
  /* Scaled by the divisor's size, so that squares neither overflow nor vanish. */                                            \
  __attribute__((always_inline)) static inline Complex cuCdiv##f(Complex x, Complex y) {                                      \
    const Real scale = (Real)1 / (absolute(y.x) + absolute(y.y));                                                             \
    const Real a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;                                            \
    const Real inverse = (Real)1 / (c * c + d * d);                                                                           \
    return made((a * c + b * d) * inverse, (b * c - a * d) * inverse);                                                        \
  }                                                                                                                           \
  __attribute__((always_inline)) static inline Real cuCabs##f(Complex x) {                                                    \
    const Real a = absolute(x.x), b = absolute(x.y);                                                                          \
    const Real larger = a > b ? a : b, smaller = a > b ? b : a, ratio = smaller / larger;                                     \
    const int no_ratio = larger == (Real)0 || larger > (largest) || smaller > (largest);                                      \
    return no_ratio ? larger + smaller : larger * root((Real)1 + ratio * ratio);                                              \
  }                                                                                                                           \
  /* x·y + d */                                                                                                              \
  __attribute__((always_inline)) static inline Complex cuCfma##f(Complex x, Complex y, Complex d) {                           \
    const Real real = x.x * y.x + d.x, imaginary = x.x * y.y + d.y;                                                           \
    return made(-(x.y * y.y) + real, x.y * y.x + imaginary);                                                                  \
  }

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

LOCKSTEP_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, fabsf, sqrtf, 3.402823466e38f)
LOCKSTEP_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, fabs, sqrt, 1.79769313486231570e308)
#undef LOCKSTEP_COMPLEX

__attribute__((always_inline)) static inline cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
__attribute__((always_inline)) static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_cuDoubleComplex(x.x, x.y);
}
__attribute__((always_inline)) static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex((float)x.x, (float)x.y);
}
