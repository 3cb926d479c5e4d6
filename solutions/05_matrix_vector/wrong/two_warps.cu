/// @file
/// @brief Two warps of the whole grid do all the work.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__global__ void product(const TransposedProduct::Device p) {
  const std::int64_t t = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (t >= 64) return;
  for (std::int64_t j = t; j < p.columns; j += 64) {
    float sum = 0;
    for (std::int64_t i = 0; i < p.rows; ++i) sum += p.a[i * p.pitch + j] * p.x[i];
    p.y[j] = sum;
  }
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid > 0 ? launch.grid : 128;
  product<<<grid, 256, 0, launch.stream>>>(p);
}

const Version version{__FILE__, "y = A^T x", run};

}  // namespace
