/// @file
/// @brief `half`, a number of 16 bits with 11 bits of significand, and `half2`, a pair (CUDA Math API, "Half Precision").
#pragma once
#define __CUDA_FP16_H__  // what programs ask for

#include "lockstep/sim/device/rounding.hpp"
#include "lockstep/sim/numbers/narrow.hpp"
#include "vector_types.h"

#ifdef __CUDACC__
#include "lockstep/sim/device/atomics.hpp"
#include "lockstep/sim/device/warp.hpp"
#endif

struct __nv_bfloat16;

// Programs that bring operators of their own ask for none of CUDA's.
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define LOCKSTEP_NARROW_NO_CONVERSIONS
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define LOCKSTEP_NARROW_NO_OPERATORS
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define LOCKSTEP_NARROW_NO_PAIR_OPERATORS
#endif
#define LOCKSTEP_NARROW __half
#define LOCKSTEP_NARROW_PAIR __half2
#define LOCKSTEP_NARROW_WORD half
#define LOCKSTEP_OTHER_NARROW __nv_bfloat16
#include "lockstep/sim/numbers/narrow_functions.hpp"
#undef LOCKSTEP_NARROW_NO_PAIR_OPERATORS
#undef LOCKSTEP_NARROW_NO_OPERATORS
#undef LOCKSTEP_NARROW_NO_CONVERSIONS

using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using __nv_half_raw = __half_raw;
using __nv_half2_raw = __half2_raw;

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
