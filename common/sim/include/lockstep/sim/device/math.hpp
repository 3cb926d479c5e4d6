/// @file
/// @brief The maths functions that CUDA has and C++ lacks (CUDA Math API, "Single" and "Double Precision Mathematical Functions").
#pragma once

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>

// ---- Smallest and largest -----------------------------------------------------------------------------------------

#define LOCKSTEP_MIN_MAX(Result, A, B)                                                                        \
  [[gnu::always_inline]] inline constexpr Result min(A a, B b) {                                              \
    return static_cast<Result>(a) < static_cast<Result>(b) ? static_cast<Result>(a) : static_cast<Result>(b); \
  }                                                                                                           \
  [[gnu::always_inline]] inline constexpr Result max(A a, B b) {                                              \
    return static_cast<Result>(a) > static_cast<Result>(b) ? static_cast<Result>(a) : static_cast<Result>(b); \
  }
#define LOCKSTEP_MIN_MAX_MIXED(Signed, Unsigned) \
  LOCKSTEP_MIN_MAX(Signed, Signed, Signed)       \
  LOCKSTEP_MIN_MAX(Unsigned, Unsigned, Unsigned) \
  LOCKSTEP_MIN_MAX(Unsigned, Signed, Unsigned)   \
  LOCKSTEP_MIN_MAX(Unsigned, Unsigned, Signed)

LOCKSTEP_MIN_MAX_MIXED(int, unsigned)
LOCKSTEP_MIN_MAX_MIXED(long, unsigned long)
LOCKSTEP_MIN_MAX_MIXED(long long, unsigned long long)
#undef LOCKSTEP_MIN_MAX_MIXED
#undef LOCKSTEP_MIN_MAX

// NaN loses against a number, as in fmin and fmax.
#define LOCKSTEP_MIN_MAX_FLOATING(Result, A, B, suffix)                                       \
  [[gnu::always_inline]] inline Result min(A a, B b) { return __builtin_fmin##suffix(a, b); } \
  [[gnu::always_inline]] inline Result max(A a, B b) { return __builtin_fmax##suffix(a, b); }
LOCKSTEP_MIN_MAX_FLOATING(float, float, float, f)
LOCKSTEP_MIN_MAX_FLOATING(double, double, double, )
LOCKSTEP_MIN_MAX_FLOATING(double, float, double, )
LOCKSTEP_MIN_MAX_FLOATING(double, double, float, )
#undef LOCKSTEP_MIN_MAX_FLOATING

[[gnu::always_inline]] inline constexpr unsigned umin(unsigned a, unsigned b) { return min(a, b); }
[[gnu::always_inline]] inline constexpr unsigned umax(unsigned a, unsigned b) { return max(a, b); }
[[gnu::always_inline]] inline constexpr long long llmin(long long a, long long b) { return min(a, b); }
[[gnu::always_inline]] inline constexpr long long llmax(long long a, long long b) { return max(a, b); }
[[gnu::always_inline]] inline constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
[[gnu::always_inline]] inline constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

// ---- Roots, norms, division ---------------------------------------------------------------------------------------

// Three functions each, as CUDA names them: `name` for double and for float, and `namef` for float.
#define LOCKSTEP_MATH_DECLARED(name) \
  double name(double x) noexcept;    \
  float name##f(float x) noexcept;
#define LOCKSTEP_MATH_OVERLOADED(name) \
  [[gnu::always_inline]] inline float name(float x) noexcept { return name##f(x); }
#define LOCKSTEP_MATH(name)    \
  LOCKSTEP_MATH_DECLARED(name) \
  LOCKSTEP_MATH_OVERLOADED(name)

// C23 has these too. A newer C library rounds them in another way; the simulator's own are linked in its place, so that a
// kernel's results are the same on all systems.
extern "C" {
LOCKSTEP_MATH_DECLARED(rsqrt)  ///< 1/√x
LOCKSTEP_MATH_DECLARED(sinpi)  ///< sin(πx), exact at whole and half numbers
LOCKSTEP_MATH_DECLARED(cospi)
}
LOCKSTEP_MATH_OVERLOADED(rsqrt)
LOCKSTEP_MATH_OVERLOADED(sinpi)
LOCKSTEP_MATH_OVERLOADED(cospi)

LOCKSTEP_MATH(rcbrt)       ///< 1/∛x
LOCKSTEP_MATH(erfinv)      ///< inverse of erf
LOCKSTEP_MATH(erfcinv)     ///< inverse of erfc
LOCKSTEP_MATH(erfcx)       ///< exp(x²)·erfc(x)
LOCKSTEP_MATH(normcdf)     ///< Φ(x), the normal distribution
LOCKSTEP_MATH(normcdfinv)  ///< inverse of Φ
LOCKSTEP_MATH(cyl_bessel_i0)
LOCKSTEP_MATH(cyl_bessel_i1)
#undef LOCKSTEP_MATH
#undef LOCKSTEP_MATH_OVERLOADED
#undef LOCKSTEP_MATH_DECLARED

[[gnu::always_inline]] inline float exp10(float x) noexcept { return ::exp10f(x); }
[[gnu::always_inline]] inline void sincos(float x, float* sine, float* cosine) noexcept { ::sincosf(x, sine, cosine); }
[[gnu::always_inline]] inline void sincospi(double x, double* sine, double* cosine) noexcept {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
[[gnu::always_inline]] inline void sincospif(float x, float* sine, float* cosine) noexcept {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
[[gnu::always_inline]] inline void sincospi(float x, float* sine, float* cosine) noexcept { sincospif(x, sine, cosine); }

double rhypot(double x, double y) noexcept;
float rhypotf(float x, float y) noexcept;
double norm3d(double a, double b, double c) noexcept;
float norm3df(float a, float b, float c) noexcept;
double rnorm3d(double a, double b, double c) noexcept;
float rnorm3df(float a, float b, float c) noexcept;
double norm4d(double a, double b, double c, double d) noexcept;
float norm4df(float a, float b, float c, float d) noexcept;
double rnorm4d(double a, double b, double c, double d) noexcept;
float rnorm4df(float a, float b, float c, float d) noexcept;

/// The root of the sum of `count` squares, and its inverse.
#define LOCKSTEP_NORM(T, name, inverse_name)                                                            \
  [[gnu::always_inline]] inline T name(int count, const T* values) {                                    \
    double norm_so_far = 0;                                                                             \
    for (int i = 0; i < count; ++i) norm_so_far = ::hypot(norm_so_far, static_cast<double>(values[i])); \
    return static_cast<T>(norm_so_far);                                                                 \
  }                                                                                                     \
  [[gnu::always_inline]] inline T inverse_name(int count, const T* values) { return T{1} / name(count, values); }
LOCKSTEP_NORM(double, norm, rnorm)
LOCKSTEP_NORM(float, normf, rnormf)
LOCKSTEP_NORM(float, norm, rnorm)
#undef LOCKSTEP_NORM

#define LOCKSTEP_BESSEL(name) \
  [[gnu::always_inline]] inline float name(float x) noexcept { return ::name##f(x); }
LOCKSTEP_BESSEL(j0)
LOCKSTEP_BESSEL(j1)
LOCKSTEP_BESSEL(y0)
LOCKSTEP_BESSEL(y1)
#undef LOCKSTEP_BESSEL
[[gnu::always_inline]] inline float jn(int n, float x) noexcept { return ::jnf(n, x); }
[[gnu::always_inline]] inline float yn(int n, float x) noexcept { return ::ynf(n, x); }

[[gnu::always_inline]] inline float fdividef(float x, float y) { return x / y; }
[[gnu::always_inline]] inline double fdivide(double x, double y) { return x / y; }
