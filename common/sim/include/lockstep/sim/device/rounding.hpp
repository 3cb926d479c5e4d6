/// @file
/// @brief Arithmetic and conversions with a given rounding: `__fadd_rz`, `__fmaf_rd`, `__double2int_rn` and their family.
///
/// The suffix is the rounding: `rn` to nearest (ties to even), `rz` towards zero, `ru` upwards, `rd` downwards. The results are exact in
/// that sense. None of them is contracted into a fused multiply-add, by any compiler: they are calls.
#pragma once

#define LOCKSTEP_ROUNDED(result, name, parameters) \
  result name##_rn parameters noexcept;            \
  result name##_rz parameters noexcept;            \
  result name##_ru parameters noexcept;            \
  result name##_rd parameters noexcept;

LOCKSTEP_ROUNDED(float, __fadd, (float x, float y))
LOCKSTEP_ROUNDED(float, __fsub, (float x, float y))
LOCKSTEP_ROUNDED(float, __fmul, (float x, float y))
LOCKSTEP_ROUNDED(float, __fdiv, (float x, float y))
LOCKSTEP_ROUNDED(float, __fmaf, (float x, float y, float z))
LOCKSTEP_ROUNDED(float, __fmaf_ieee, (float x, float y, float z))  ///< the same: subnormal numbers are never flushed to 0
LOCKSTEP_ROUNDED(float, __fsqrt, (float x))
LOCKSTEP_ROUNDED(float, __frcp, (float x))
float __frsqrt_rn(float x) noexcept;

LOCKSTEP_ROUNDED(double, __dadd, (double x, double y))
LOCKSTEP_ROUNDED(double, __dsub, (double x, double y))
LOCKSTEP_ROUNDED(double, __dmul, (double x, double y))
LOCKSTEP_ROUNDED(double, __ddiv, (double x, double y))
LOCKSTEP_ROUNDED(double, __fma, (double x, double y, double z))
LOCKSTEP_ROUNDED(double, __dsqrt, (double x))
LOCKSTEP_ROUNDED(double, __drcp, (double x))

LOCKSTEP_ROUNDED(float, __double2float, (double x))
LOCKSTEP_ROUNDED(float, __int2float, (int x))
LOCKSTEP_ROUNDED(float, __uint2float, (unsigned x))
LOCKSTEP_ROUNDED(float, __ll2float, (long long x))
LOCKSTEP_ROUNDED(float, __ull2float, (unsigned long long x))
LOCKSTEP_ROUNDED(double, __ll2double, (long long x))
LOCKSTEP_ROUNDED(double, __ull2double, (unsigned long long x))
double __int2double_rn(int x) noexcept;
double __uint2double_rn(unsigned x) noexcept;

// To integers: what does not fit becomes the nearest integer that does; NaN becomes 0, or only the top bit where source or result has 64
// bits.
LOCKSTEP_ROUNDED(int, __float2int, (float x))
LOCKSTEP_ROUNDED(unsigned, __float2uint, (float x))
LOCKSTEP_ROUNDED(long long, __float2ll, (float x))
LOCKSTEP_ROUNDED(unsigned long long, __float2ull, (float x))
LOCKSTEP_ROUNDED(int, __double2int, (double x))
LOCKSTEP_ROUNDED(unsigned, __double2uint, (double x))
LOCKSTEP_ROUNDED(long long, __double2ll, (double x))
LOCKSTEP_ROUNDED(unsigned long long, __double2ull, (double x))
#undef LOCKSTEP_ROUNDED
