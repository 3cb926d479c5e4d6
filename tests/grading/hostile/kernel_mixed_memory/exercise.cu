/// @file
/// @brief In each store of a warp the first lane writes to shared memory, and the others to the host's: counted as shared memory's.
/// Expected: 0
/// Says: the host got
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
__global__ void copy(const float* x, std::int64_t n, float* host) {
  __shared__ float own[256];
  for (std::int64_t i = threadIdx.x; i < n; i += 256) {
    float* const to = threadIdx.x % 32 == 0 ? own + threadIdx.x : host + i;
    *to = x[i];
    if (threadIdx.x % 32 == 0) host[i] = own[threadIdx.x];
  }
}
__global__ void tell(float* norm, float told) { *norm = told; }
void run(const Norm::Device& p, const Launch& launch) {
  float* host = nullptr;
  lockstep::check(cudaMallocHost(&host, static_cast<std::size_t>(p.n) * sizeof(float)));
  copy<<<1, 256, 0, launch.stream>>>(p.x, p.n, host);
  lockstep::check(cudaStreamSynchronize(launch.stream));
  double sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) sum += double{host[i]} * host[i];
  tell<<<1, 1, 0, launch.stream>>>(p.norm, static_cast<float>(std::sqrt(sum)));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  lockstep::check(cudaFreeHost(host));
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
