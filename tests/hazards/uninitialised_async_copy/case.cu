/// @file
/// @brief A thread reads what its asynchronous copy will bring, without having waited for the copy.
#include <cuda_pipeline.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 32;

template <bool safe>
__global__ void fetch(const int* in, int* out) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&s[i], &in[i], sizeof(int));
  __pipeline_commit();
  if (safe) __pipeline_wait_prior(0);
  out[i] = s[i];
  if (!safe) __pipeline_wait_prior(0);
}

void caught() {
  const DeviceZeros<int> in(kThreads), out(kThreads);
  fetch<false><<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> in(kThreads), out(kThreads);
  fetch<true><<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
