/// @file
/// @brief The product of two panels, C += A Bᵀ, tile by tile in registers: the update of every fast version, and its solve.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

#include "lockstep/device/outer_product.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/device/stage_ring.hpp"
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
    for (unsigned m = 0; m < Shape::kRows; m += 4) lockstep::load_quad(&a[m], a_slice + k * Shape::kSide + 4 * m);
#pragma unroll
    for (unsigned n = 0; n < Shape::kColumns; n += 4) lockstep::load_quad(&b[n], b_slice + k * Shape::kSide + 8 * n);
    lockstep::add_outer_product(c, a, b);
  }
}

/// c += A Bᵀ for `depth` columns of two panels. All threads must call it; they may use `stages` otherwise before and after.
template <class Shape>
__device__ void add_product(float (&c)[Shape::kRows][Shape::kColumns], const float* a, const float* b, unsigned depth, float* stages) {
  const unsigned slices = depth / Shape::kSlice;
  unsigned copied = 0;  // slices; after the last one, stages stay as they are
  const auto copy_next = [&](float* stage) {
    if (copied++ < slices) copy_slice<Shape>(stage, a, b);
    a += Shape::kSlice * Shape::kSide, b += Shape::kSlice * Shape::kSide;
  };
  lockstep::StageRing<float, Shape::kStageFloats, Shape::kStages> ring(stages);
  while (copied < Shape::kStages - 1) ring.fill(copy_next);
  while (copied < slices + Shape::kStages - 1) {
    ring.advance();
    ring.fill(copy_next);
    multiply_slice<Shape>(c, ring.full());
  }
  __syncthreads();  // all are done with the stages
}
