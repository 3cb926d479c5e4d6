/// @file
/// @brief Numbers of 8 bits, e4m3, e5m2 and e8m0, two and four of them (CUDA Math API, "FP8 Intrinsics").
#pragma once
#define __CUDA_FP8_H__  // what programs ask for
#define __CUDA_FP8_TYPES_EXIST__

#include <cassert>

#include "device_types.h"
#include "lockstep/sim/numbers/tiny_conversions.hpp"

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace lockstep::sim {
[[gnu::always_inline]] inline TinyFormat format_of(const __nv_fp8_interpretation_t interpretation) {
  return interpretation == __NV_E4M3 ? TinyFormat::e4m3 : TinyFormat::e5m2;
}
template <class T>
[[gnu::always_inline]] inline unsigned tiny_from(const T value, const __nv_saturation_t saturation,
                                                 const __nv_fp8_interpretation_t interpretation) {
  return tiny_bits(value, format_of(interpretation), Rounding::nearest, saturation == __NV_SATFINITE);
}
/// To e8m0.
template <class T>
[[gnu::always_inline]] inline unsigned tiny_from(const T value, const __nv_saturation_t saturation, const cudaRoundMode rounding) {
  assert(rounding == cudaRoundZero || rounding == cudaRoundPosInf);
  return tiny_bits(value, TinyFormat::e8m0, rounding == cudaRoundPosInf ? Rounding::up : Rounding::zero, saturation == __NV_SATFINITE);
}
}  // namespace lockstep::sim

LOCKSTEP_TINY_CONVERSIONS(fp8, 8, __nv_saturation_t, __nv_fp8_interpretation_t)
LOCKSTEP_TINY_FROM(__nv_fp8_storage_t, __nv_fp8x2_storage_t, 8, __nv_cvt_double_to_e8m0, __nv_cvt_double2_to_e8m0x2, double, double2,
                   __nv_saturation_t, cudaRoundMode)
LOCKSTEP_TINY_FROM(__nv_fp8_storage_t, __nv_fp8x2_storage_t, 8, __nv_cvt_float_to_e8m0, __nv_cvt_float2_to_e8m0x2, float, float2,
                   __nv_saturation_t, cudaRoundMode)
LOCKSTEP_TINY_FROM(__nv_fp8_storage_t, __nv_fp8x2_storage_t, 8, __nv_cvt_bfloat16raw_to_e8m0, __nv_cvt_bfloat162raw_to_e8m0x2,
                   __nv_bfloat16_raw, __nv_bfloat162_raw, __nv_saturation_t, cudaRoundMode)
[[gnu::always_inline]] inline __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
  return __float2bfloat16_rz(lockstep::sim::float_of_tiny_bits(x, lockstep::sim::TinyFormat::e8m0));
}
[[gnu::always_inline]] inline __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x)).x,
                            __nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x >> 8)).x};
}

LOCKSTEP_TINY_CLASSES(lockstep::sim::TinyFormat::e4m3, __nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3)
LOCKSTEP_TINY_CLASSES(lockstep::sim::TinyFormat::e5m2, __nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2)
LOCKSTEP_TINY_CLASSES(lockstep::sim::TinyFormat::e8m0, __nv_fp8_e8m0, __nv_fp8x2_e8m0, __nv_fp8x4_e8m0)
