/// @file
/// @brief Threads return before a barrier: it does not wait for them, and what they wrote is there.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__global__ void reverse(int* out, unsigned n) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  if (i >= n) return;
  __syncthreads();
  out[i] = s[kThreads - 1 - i];
}

void caught() {
  const DeviceZeros<int> out(kThreads);
  reverse<<<1, kThreads>>>(out, 40);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(kThreads);
  reverse<<<1, kThreads>>>(out, kThreads);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
