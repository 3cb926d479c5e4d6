/// @file
/// @brief The product of two panels, C += A Bᵀ, tile by tile in registers: the update of every fast version, and its solve.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

#include "../06_matrix_multiply/register_tile.hpp"
#include "tile_shape.hpp"

/// Shared memory of a block that multiplies panels.
template <class Shape>
constexpr std::size_t kProductBytes = Shape::kStages* Shape::kStageFloats * sizeof(float);

template <class Shape>
__device__ void copy_slice(float* stage, const float* a, const float* b) {
#pragma unroll
  for (unsigned i = 0; i < Shape::kSlice * Shape::kSide; i += 4 * Shape::kThreads) {
    const unsigned quad = i + 4 * threadIdx.x;
    if (Shape::kSlice * Shape::kSide % (4 * Shape::kThreads) != 0 && quad >= Shape::kSlice * Shape::kSide) break;
    __pipeline_memcpy_async(stage + quad, a + quad, 16);
    __pipeline_memcpy_async(stage + Shape::kSlice * Shape::kSide + quad, b + quad, 16);
  }
}

template <class Shape>
__device__ void multiply_slice(float (&c)[Shape::kRows][Shape::kColumns], const float* stage) {
  const float* const a_slice = stage + Shape::row(0);
  const float* const b_slice = stage + Shape::kSlice * Shape::kSide + Shape::column(0);
#pragma unroll
  for (unsigned k = 0; k < Shape::kSlice; ++k) {
    float a[Shape::kRows], b[Shape::kColumns];
#pragma unroll
    for (unsigned m = 0; m < Shape::kRows; m += 4) {
      const float4 quad = *reinterpret_cast<const float4*>(a_slice + k * Shape::kSide + 4 * m);
      a[m] = quad.x, a[m + 1] = quad.y, a[m + 2] = quad.z, a[m + 3] = quad.w;
    }
#pragma unroll
    for (unsigned n = 0; n < Shape::kColumns; n += 4) {
      const float4 quad = *reinterpret_cast<const float4*>(b_slice + k * Shape::kSide + 8 * n);
      b[n] = quad.x, b[n + 1] = quad.y, b[n + 2] = quad.z, b[n + 3] = quad.w;
    }
    add_outer_product(c, a, b);
  }
}

/// c += A Bᵀ for `depth` columns of two panels. All threads must call it; they may use `stages` otherwise before and after.
template <class Shape>
__device__ void add_product(float (&c)[Shape::kRows][Shape::kColumns], const float* a, const float* b, unsigned depth, float* stages) {
  constexpr unsigned kFloats = Shape::kSlice * Shape::kSide;
  const unsigned slices = depth / Shape::kSlice;
  for (unsigned s = 0; s < Shape::kStages - 1; ++s) {
    if (s < slices) copy_slice<Shape>(stages + s * Shape::kStageFloats, a, b);
    a += kFloats, b += kFloats;
    __pipeline_commit();
  }
  unsigned stage = 0, next = Shape::kStages - 1;
  for (unsigned s = 0; s < slices; ++s) {
    __pipeline_wait_prior(Shape::kStages - 2);
    __syncthreads();  // slice s is there for all, and all are done with the slice before, whose place the next copy takes
    if (s + Shape::kStages - 1 < slices) copy_slice<Shape>(stages + next * Shape::kStageFloats, a, b);
    a += kFloats, b += kFloats;
    __pipeline_commit();
    multiply_slice<Shape>(c, stages + stage * Shape::kStageFloats);
    stage = stage + 1 == Shape::kStages ? 0 : stage + 1;
    next = next + 1 == Shape::kStages ? 0 : next + 1;
  }
  __syncthreads();  // all are done with the stages
}
