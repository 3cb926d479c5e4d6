/// @file
/// @brief Threads of a block read from global memory what others wrote, with and without a barrier between.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

template <bool safe>
__global__ void rotate(int* data, int* out) {
  const unsigned i = threadIdx.x;
  data[i] = static_cast<int>(i) + 1;
  if (safe) __syncthreads();
  out[i] = data[(i + 33) % kThreads];
}

void caught() {
  const DeviceZeros<int> data(kThreads), out(kThreads);
  rotate<false><<<1, kThreads>>>(data, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(kThreads), out(kThreads);
  rotate<true><<<1, kThreads>>>(data, out);
  rotate<true><<<1, kThreads>>>(data, out);  // the end of a kernel orders
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
