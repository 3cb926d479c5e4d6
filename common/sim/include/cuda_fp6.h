/// @file
/// @brief Numbers of 6 bits, e3m2 and e2m3, two and four of them (CUDA Math API, "FP6 Intrinsics").
#pragma once
#define __CUDA_FP6_H__  // what programs ask for
#define __CUDA_FP6_TYPES_EXIST__

#include "cuda_fp8.h"

using __nv_fp6_storage_t = __nv_fp8_storage_t;
using __nv_fp6x2_storage_t = __nv_fp8x2_storage_t;
using __nv_fp6x4_storage_t = __nv_fp8x4_storage_t;

enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };

namespace lockstep::sim {
[[gnu::always_inline]] inline TinyFormat format_of(const __nv_fp6_interpretation_t interpretation) {
  return interpretation == __NV_E2M3 ? TinyFormat::e2m3 : TinyFormat::e3m2;
}
template <class T>
[[gnu::always_inline]] inline unsigned tiny_from(const T value, const __nv_fp6_interpretation_t interpretation,
                                                 const cudaRoundMode rounding) {
  assert(rounding == cudaRoundNearest || rounding == cudaRoundZero);
  return tiny_bits(value, format_of(interpretation), rounding == cudaRoundZero ? Rounding::zero : Rounding::nearest, true);
}
}  // namespace lockstep::sim

LOCKSTEP_TINY_CONVERSIONS(fp6, 8, __nv_fp6_interpretation_t, cudaRoundMode)

LOCKSTEP_TINY_CLASSES(lockstep::sim::TinyFormat::e3m2, __nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2)
LOCKSTEP_TINY_CLASSES(lockstep::sim::TinyFormat::e2m3, __nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3)
