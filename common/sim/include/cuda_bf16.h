/// @file
/// @brief bfloat16, a float cut down to 8 bits of significand, and a pair of them (CUDA Math API, "Bfloat16 Precision").
#pragma once
#define __CUDA_BF16_H__  // what programs ask for

#include "cuda_fp16.h"

#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define LOCKSTEP_NARROW_NO_CONVERSIONS
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define LOCKSTEP_NARROW_NO_OPERATORS
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define LOCKSTEP_NARROW_NO_PAIR_OPERATORS
#endif
#define LOCKSTEP_NARROW __nv_bfloat16
#define LOCKSTEP_NARROW_PAIR __nv_bfloat162
#define LOCKSTEP_NARROW_WORD bfloat16
#define LOCKSTEP_OTHER_NARROW __half
#include "lockstep/sim/numbers/narrow_functions.hpp"
#undef LOCKSTEP_NARROW_NO_PAIR_OPERATORS
#undef LOCKSTEP_NARROW_NO_OPERATORS
#undef LOCKSTEP_NARROW_NO_CONVERSIONS

#ifndef __CUDA_NO_HALF_CONVERSIONS__
[[gnu::always_inline]] inline __half::__half(const __nv_bfloat16 other)
    : __x(lockstep::sim::half_bits(lockstep::sim::widened(other), lockstep::sim::Rounding::nearest)) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
[[gnu::always_inline]] inline __nv_bfloat16::__nv_bfloat16(const __half other)
    : __x(lockstep::sim::bfloat16_bits(lockstep::sim::widened(other), lockstep::sim::Rounding::nearest)) {}
#endif

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
