/// @file
/// @brief Threads leave a loop with a barrier in it after fewer rounds than others: lanes of one warp, and a whole warp.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

template <bool together>
__global__ void fill(int* out, unsigned n) {
  const unsigned first = together ? 0 : threadIdx.x;
  for (unsigned i = first; i < n; i += kThreads) {
    if (i + threadIdx.x < n) out[i + threadIdx.x] = 1;
    __syncthreads();
  }
}

__global__ void fill_by_warps(int* out, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += kThreads) {
    out[i] = 1;
    __syncthreads();
  }
}

// The compiler knows that the round left out is the last.
__global__ void skips_the_last(int* out) {
  for (int round = 0; round < 2; ++round) {
    if (round == 1 && threadIdx.x == 5) continue;
    __syncthreads();
    out[threadIdx.x] += round;
  }
}

void caught() {
  const DeviceZeros<int> out(512);
  fill<false><<<1, kThreads>>>(out, 100);
  skips_the_last<<<1, kThreads>>>(out);
  fill_by_warps<<<1, kThreads>>>(out, 96);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(512);
  fill<true><<<1, kThreads>>>(out, 100);
  fill<false><<<1, kThreads>>>(out, 128);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
