/// @file
/// @brief Bytes that `memcpy` and `memset` read and write, as many as a variable says.
#include <cstring>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

// Each thread takes its number and the next thread's.
template <bool waits>
__global__ void copy_pairs(int* data, int* out, unsigned bytes) {
  __shared__ int s[65];
  std::memcpy(s + threadIdx.x, data + threadIdx.x, 4);
  if (waits) __syncthreads();
  if (threadIdx.x < 63) std::memcpy(out + 2 * threadIdx.x, s + threadIdx.x, bytes);
}

template <unsigned ints>
__global__ void clear_own(int* data) {
  memset(data + threadIdx.x, 0, ints * sizeof(int));
}

__global__ void copy_all(int* data, const int* from, unsigned bytes) {
  memcpy(data, from, bytes);
  data[0] = 1;
}

void copy(const int* from, unsigned bytes) {
  int* to = nullptr;
  cudaMalloc(&to, 4 * 64);
  copy_all<<<1, 1>>>(to, from, bytes);
  cudaFree(to);
}

void caught() {
  const DeviceZeros<int> data(64), out(126);
  copy_pairs<false><<<1, 64>>>(data, out, 8);
  clear_own<2><<<1, 63>>>(data);
  copy(out, 4 * 64 + 1);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(64), out(126);
  copy_pairs<true><<<1, 64>>>(data, out, 8);
  clear_own<1><<<1, 64>>>(data);
  copy(out, 4 * 64);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
