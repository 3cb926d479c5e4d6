/// @file
/// @brief A kernel leaves the elements in shared memory, where the host reads them and does the work.
/// Expected: 0
/// Says: outside of its own variables
#include <algorithm>
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
constexpr std::int64_t kMost = 50000;

__global__ void leave(const float* x, std::int64_t count, const float** where) {
  extern __shared__ float left[];
  if (blockIdx.x != gridDim.x - 1) return;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) left[i] = x[i];
  if (threadIdx.x == 0) *where = left;
}
__global__ void say(float* norm, float told) { *norm = told; }

void run(const Norm::Device& p, const Launch& launch) {
  const float** const where = launch.scratch<const float*>(1);
  lockstep::check(cudaFuncSetAttribute(leave, cudaFuncAttributeMaxDynamicSharedMemorySize, kMost * sizeof(float)));
  double sum = 0;
  for (std::int64_t begin = 0; begin < p.n; begin += kMost) {
    const std::int64_t count = std::min(kMost, p.n - begin);
    leave<<<2, 1024, kMost * sizeof(float), launch.stream>>>(p.x + begin, count, where);
    const float* left = nullptr;
    lockstep::check(cudaMemcpyAsync(&left, where, sizeof left, cudaMemcpyDeviceToHost, launch.stream));
    lockstep::check(cudaStreamSynchronize(launch.stream));
    for (std::int64_t i = 0; i < count; ++i) sum += double{left[i]} * left[i];
  }
  say<<<1, 1, 0, launch.stream>>>(p.norm, static_cast<float>(std::sqrt(sum)));
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
