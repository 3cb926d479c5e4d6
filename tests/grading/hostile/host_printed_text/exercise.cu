/// @file
/// @brief Reads what a kernel has printed out of the C library's buffer: a way to the host that nobody counts.
/// Expected: 0
/// Says: outside of its own variables
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
__global__ void work(const float* x, std::int64_t n) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  for (std::int64_t i = 0; i < n; ++i) printf("%.9g ", x[i]);
}
void run(const Norm::Device& p, const Launch& launch) {
  work<<<64, 256, 0, launch.stream>>>(p.x, p.n);
  cudaDeviceSynchronize();
  double sum = 0;
  char* at = stdout->_IO_write_base;
  for (std::int64_t i = 0; i < p.n; ++i) {
    const double x = std::strtod(at, &at);
    sum += x * x;
  }
  const float norm = static_cast<float>(std::sqrt(sum));
  cudaMemcpy(p.norm, &norm, sizeof norm, cudaMemcpyHostToDevice);
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
