/// @file
/// @brief Numbers of 4 bits, e2m1, two and four of them (CUDA Math API, "FP4 Intrinsics").
#pragma once
#define __CUDA_FP4_H__  // what programs ask for
#define __CUDA_FP4_TYPES_EXIST__

#include "cuda_fp8.h"

using __nv_fp4_storage_t = __nv_fp8_storage_t;
using __nv_fp4x2_storage_t = __nv_fp8_storage_t;
using __nv_fp4x4_storage_t = __nv_fp8x2_storage_t;

enum __nv_fp4_interpretation_t { __NV_E2M1 };

namespace lockstep::sim {
[[gnu::always_inline]] inline TinyFormat format_of(const __nv_fp4_interpretation_t) { return TinyFormat::e2m1; }
template <class T>
[[gnu::always_inline]] inline unsigned tiny_from(const T value, const __nv_fp4_interpretation_t interpretation,
                                                 const cudaRoundMode rounding) {
  assert(rounding == cudaRoundNearest || rounding == cudaRoundZero);
  return tiny_bits(value, format_of(interpretation), rounding == cudaRoundZero ? Rounding::zero : Rounding::nearest, true);
}
}  // namespace lockstep::sim

LOCKSTEP_TINY_CONVERSIONS(fp4, 4, __nv_fp4_interpretation_t, cudaRoundMode)

LOCKSTEP_TINY_CLASSES(lockstep::sim::TinyFormat::e2m1, __nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1)
