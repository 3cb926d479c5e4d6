/// @file
/// @brief What v2 to v5 keep from one step to the next beside y: the sums are in the versions, α and β are here.
#pragma once

#include "lockstep/cuda.hpp"

/// Step 0: y₁ = α = −r₁, and what of the power 1 that leaves.
static __global__ void begin(const float* r, float* y, float* beta) {
  const float alpha = -r[0];
  y[0] = alpha;
  beta[1] = 1 - alpha * alpha;
}

/// Step k's reflection coefficient. `sum` is Σ r[k − 1 − i] y[i].
inline __device__ float reflection(const float* r, float sum, const float* beta, std::int64_t k) { return -(r[k] + sum) / beta[k]; }

/// Leaves α and β for the next step. Called by one thread of the grid.
inline __device__ void finish_step(float alpha, float* y, float* beta, std::int64_t k) {
  y[k] = alpha;
  beta[k + 1] = beta[k] * (1 - alpha * alpha);  // another element than the one that this step's other threads read
}
