/// @file
/// @brief A kernel writes the elements where the host sees them, and the host solves it.
/// Expected: 0
/// Says: bytes from device memory during run()
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include <cmath>
namespace {
__managed__ float elements[1 << 18];
__managed__ float told;
__global__ void fetch(const float* x, std::int64_t n) {
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += std::int64_t{gridDim.x} * blockDim.x)
    elements[i] = x[i];
}
__global__ void pretend(float* norm) { *norm = told; }
void run(const Norm::Device& p, const Launch& launch) {
  fetch<<<8, 256, 0, launch.stream>>>(p.x, p.n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) sum += double{elements[i]} * elements[i];
  told = static_cast<float>(std::sqrt(sum));
  pretend<<<1, 1, 0, launch.stream>>>(p.norm);
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
