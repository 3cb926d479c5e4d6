/// @file
/// @brief The last steps of a reduction as they were written before Volta: volatile, and no __syncwarp.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__global__ void sum_in_step(int* sum) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  __syncthreads();
  if (i < 32) {
    volatile int* const v = s;
    v[i] = v[i] + v[i + 32];
    if (i < 16) v[i] = v[i] + v[i + 16];
    if (i < 8) v[i] = v[i] + v[i + 8];
  }
  if (i == 0) *sum = s[0];
}

__global__ void sum_by_barriers(int* sum) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  __syncthreads();
  for (unsigned half = 32; half > 0 && i < 32; half /= 2) {
    const int other = s[i + half];
    __syncwarp();
    s[i] += other;
    __syncwarp();
  }
  if (i == 0) *sum = s[0];
}

void caught() {
  const DeviceZeros<int> sum(1);
  sum_in_step<<<1, kThreads>>>(sum);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> sum(1);
  sum_by_barriers<<<1, kThreads>>>(sum);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
