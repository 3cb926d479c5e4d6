/// @file
/// @brief One warp of the last block does all the work, and there are too many blocks to look at.
///
/// Rejected by: part1
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__global__ void length(const float* x, std::int64_t n, float* norm) {
  if (blockIdx.x != gridDim.x - 1 || threadIdx.x >= 32) return;
  double sum = 0;
  for (std::int64_t i = threadIdx.x; i < n; i += 32) sum += double{x[i]} * x[i];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(~0U, sum, half);
  if (threadIdx.x == 0) *norm = static_cast<float>(sqrt(sum));
}

void run(const Norm::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid > 0 ? launch.grid : 8200;
  length<<<grid, 64, 0, launch.stream>>>(p.x, p.n, p.norm);
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
