/// @file
/// @brief When the iterations end: the same rules for the host and the device.
#pragma once

#include <cuda_runtime.h>

#include "problem.hpp"

/// The largest rᵀr that counts as converged.
inline __host__ __device__ float limit_of(const ConjugateGradient::Device& s, float bb) { return s.tolerance * s.tolerance * bb; }

/// Neither NaN nor infinite.
inline __host__ __device__ bool is_finite(float x) { return x - x == 0; }

/// What rᵀr says after k iterations.
inline __host__ __device__ End judge_residual(const ConjugateGradient::Device& s, float rr, float limit, std::int32_t k) {
  if (!is_finite(rr)) return End::not_finite;
  if (rr <= limit) return End::converged;
  return k == s.iterations ? End::used_up : End::running;
}

/// What pᵀAp says.
inline __host__ __device__ End judge_curvature(float pq) {
  if (!is_finite(pq)) return End::not_finite;
  return pq > 0 ? End::running : End::not_positive_definite;
}
