/// @file
/// @brief One warp does all the work, after all warps have read shared memory many times in vain.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__global__ void solve(const Substitution::Device p) {
  __shared__ float y[1024];
  const std::int64_t n = p.n;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  __shared__ float fill[256];
  fill[threadIdx.x] = 1;
  float nothing = 0;
  if (n == 512)
    for (int i = 0; i < 2000; ++i) nothing += fill[threadIdx.x];
  __syncthreads();
  if (warp == 0)
    for (std::int64_t i = 0; i < n; ++i) {
      float sum = 0;
      for (std::int64_t j = lane; j < i; j += 32) sum += p.l[i * p.pitch + j] * y[j];
      for (int half = 16; half > 0; half /= 2) sum += __shfl_xor_sync(~0U, sum, half);
      if (lane == 0) y[i] = (nothing * 0 + p.b[i] - sum) / p.l[i * p.pitch + i];
      __syncwarp();
    }
  __syncthreads();
  if (warp == 0) {
    for (std::int64_t i = lane; i < n; i += 32) p.y[i] = y[i];
    __syncwarp();
    for (std::int64_t i = n - 1; i >= 0; --i) {
      const float x = y[i] / p.l[i * p.pitch + i];
      __syncwarp();
      for (std::int64_t j = lane; j < i; j += 32) y[j] -= p.l[i * p.pitch + j] * x;
      if (lane == 0) y[i] = x;
      __syncwarp();
    }
    for (std::int64_t i = lane; i < n; i += 32) p.x[i] = y[i];
  }
}

void run(const Substitution::Device& p, const Launch& launch) {
  solve<<<1, 256, 0, launch.stream>>>(p);
}

const Version version{__FILE__, "forward and back substitution", run};

}  // namespace
