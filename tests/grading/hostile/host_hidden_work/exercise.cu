/// @file
/// @brief Solves it on the host, and has a kernel read all elements and write what it is told.
/// Expected: 0
/// Says: bytes from device memory during run()
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include <cmath>
namespace {
float elements[1 << 22];
__global__ void pretend(const float* x, float* norm, std::int64_t n, float told) {
  float sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += std::int64_t{gridDim.x} * blockDim.x) sum += x[i];
  if (sum == sum && blockIdx.x == 0 && threadIdx.x == 0) *norm = told;
}
void run(const Norm::Device& p, const Launch& launch) {
  cudaMemcpy(elements, p.x, sizeof(float) * p.n, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) sum += double{elements[i]} * elements[i];
  pretend<<<launch.grid > 0 ? launch.grid : 8, 256, 0, launch.stream>>>(p.x, p.norm, p.n, static_cast<float>(std::sqrt(sum)));
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
