/// @file
/// @brief The tensor cores' own instruction for TF32. CUDA's mma.h has larger ones, which compile to slower instructions.
#pragma once

#include <cuda_runtime.h>

namespace lockstep {

/// d = a·b + c for the warp, with a of 16 × 8 numbers, b of 8 × 8, c and d of 16 × 8; d may be c. All lanes of the warp must call it.
///
/// Lane 4g + t (t < 4) holds, as (row, column): of a (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4); of b (t, g), (t + 4, g); of c and d
/// (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1). The numbers of a and b are TF32, which are floats with 11 bits of significand: the
/// other 13 are cut off. Sums are floats, but what does not fit is cut off there, too (PTX ISA, "mma"; what it leaves open is as an H100
/// does it).
inline __device__ void mma_16x8x8(float (&d)[4], const float (&a)[4], const float (&b)[2], const float (&c)[4]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  __trap();  // older GPUs have no TF32 instruction: a version must not launch this there
#else
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])), "r"(__float_as_uint(a[3])),
        "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
#endif
}

}  // namespace lockstep
