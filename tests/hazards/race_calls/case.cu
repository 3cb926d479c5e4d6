/// @file
/// @brief A function with a barrier in it is called twice, and the second call fills the tile while others still read it.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

template <bool safe>
__device__ float reversed(float* tile, float mine) {
  tile[threadIdx.x] = mine;
  __syncthreads();
  const float other = tile[kThreads - 1 - threadIdx.x];
  if (safe) __syncthreads();
  return other;
}

template <bool safe>
__global__ void reverse_twice(float* out) {
  __shared__ float tile[kThreads];
  const float once = reversed<safe>(tile, out[threadIdx.x]);
  out[threadIdx.x] = reversed<safe>(tile, once);
}

void caught() {
  const DeviceZeros<float> out(kThreads);
  reverse_twice<false><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<float> out(kThreads);
  reverse_twice<true><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
