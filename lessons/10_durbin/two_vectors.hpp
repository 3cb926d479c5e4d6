/// @file
/// @brief The update of y from one vector to another, as v2 and v3 do it.
#pragma once

#include "lockstep/cuda.hpp"
#include "orders.hpp"

/// α from the `count` partial sums, added by one thread of each block, and then y from old_y, a thread an element.
static __global__ void update(const float* r, const float* old_y, float* y, const float* partial, unsigned count, float* beta,
                              std::int64_t k) {
  __shared__ float alpha;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (unsigned t = 0; t < count; ++t) sum += partial[t];
    alpha = reflection(r, sum, beta, k);
    if (blockIdx.x == 0) finish_step(alpha, y, beta, k);
  }
  __syncthreads();  // thread 0 knows
  const std::int64_t i = lockstep::global_thread();
  if (i < k) y[i] = old_y[i] + alpha * old_y[k - 1 - i];  // i < k: the grid is rounded up to whole blocks
}
