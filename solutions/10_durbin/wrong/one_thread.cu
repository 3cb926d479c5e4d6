/// @file
/// @brief One thread does all the work; the others load.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__global__ void levinson(const float* r, const float* b, float* answer, std::int64_t n) {
  __shared__ float x[1024], y[1024], own_r[1024], own_b[1024];
  for (std::int64_t i = threadIdx.x; i < n; i += blockDim.x) {
    own_r[i] = r[i];
    own_b[i] = b[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    float beta = 1;
    for (std::int64_t k = 0; k < n; ++k) {
      float sum = 0, x_sum = 0;
      for (std::int64_t i = 0; i < k; ++i) {
        sum += own_r[k - 1 - i] * y[i];
        x_sum += own_r[k - 1 - i] * x[i];
      }
      const float alpha = -(own_r[k] + sum) / beta, mu = (own_b[k] - x_sum) / beta;
      for (std::int64_t i = 0; i < k; ++i) x[i] += mu * y[k - 1 - i];
      for (std::int64_t i = 0; i < (k + 1) / 2; ++i) {
        const float low = y[i], high = y[k - 1 - i];
        y[i] = low + alpha * high;
        y[k - 1 - i] = high + alpha * low;
      }
      beta *= 1 - alpha * alpha;
      y[k] = alpha;
      x[k] = mu;
    }
  }
  __syncthreads();
  for (std::int64_t i = threadIdx.x; i < n; i += blockDim.x) answer[i] = x[i];
}

void run(const Levinson::Device& p, const Launch& launch) {
  levinson<<<1, 64, 0, launch.stream>>>(p.r, p.b, p.x, p.n);
}

const Version version{__FILE__, "Levinson's recursion", run};

}  // namespace
