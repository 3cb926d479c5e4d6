/// @file
/// @brief A reduction in shared memory whose rounds are not separated.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 128;

template <bool safe>
__global__ void sum_block(int* sum) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (i < half) s[i] += s[i + half];
    if (safe) __syncthreads();
  }
  if (i == 0) *sum = s[0];
}

void caught() {
  const DeviceZeros<int> sum(1);
  sum_block<false><<<1, kThreads>>>(sum);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> sum(1);
  sum_block<true><<<1, kThreads>>>(sum);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
