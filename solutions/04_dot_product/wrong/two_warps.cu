/// @file
/// @brief Two warps of the whole grid do all the work; the rest is launched to be counted.
///
/// Rejected by: part1
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__global__ void add(const float* x, std::int64_t n, double* sums) {
  const std::int64_t t = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (t >= 64) return;
  double sum = 0;
  for (std::int64_t i = t; i < n; i += 64) sum += double{x[i]} * x[i];
  sums[t] = sum;
}

__global__ void root(const double* sums, float* norm) {
  double sum = 0;
  for (int i = 0; i < 64; ++i) sum += sums[i];
  *norm = static_cast<float>(sqrt(sum));
}

void run(const Norm::Device& p, const Launch& launch) {
  double* sums = launch.scratch<double>(64);
  const unsigned grid = launch.grid > 0 ? launch.grid : 64;
  add<<<grid, 256, 0, launch.stream>>>(p.x, p.n, sums);
  root<<<1, 1, 0, launch.stream>>>(sums, p.norm);
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
