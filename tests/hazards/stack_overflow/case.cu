/// @file
/// @brief A recursion that does not end.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__device__ __noinline__ int depth(volatile int* data, int at) {
  volatile int room[64];
  room[at % 64] = at;
  return at > data[0] ? at : depth(data, at + 1) + room[at % 64];
}

__global__ void recurse(int* data) { data[1] = depth(data, 0); }

void caught() {
  const DeviceZeros<int> data(2);
  cudaMemset(data, 0x7f, sizeof(int));
  recurse<<<1, 1>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(2);
  recurse<<<1, 1>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
