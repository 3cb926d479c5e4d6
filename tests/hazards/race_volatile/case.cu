/// @file
/// @brief volatile makes shared data no safer between warps; a volatile word of global memory may be looked at without order.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

template <bool safe>
__global__ void swap_halves(int* out) {
  __shared__ volatile int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = 0;
  __syncthreads();
  s[i] = static_cast<int>(i);
  if (safe) __syncthreads();
  out[i] = s[i ^ 32];
}

// Whether the others have stopped yet does not matter for what is right.
__global__ void stop_early(volatile int* stop, int* out) {
  int rounds = 0;
  while (rounds < 4 && *stop == 0) ++rounds;
  if (threadIdx.x == 0) *stop = 1;
  out[blockIdx.x * kThreads + threadIdx.x] = rounds;
}

void caught() {
  const DeviceZeros<int> out(kThreads);
  swap_halves<false><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> stop(4), out(4 * kThreads);
  swap_halves<true><<<1, kThreads>>>(out);
  stop_early<<<4, 1>>>(stop, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
