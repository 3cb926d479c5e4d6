/// @file
/// @brief Two halves of a warp call the same shuffle with masks that contradict each other.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void rotate(int* data) {
  int value = data[threadIdx.x];
  const unsigned mask = threadIdx.x < 16 ? 0xffffffff : 0xffff0000;
  value = __shfl_xor_sync(mask, value, 1);
  if (threadIdx.x >= 16) __syncwarp();
  data[threadIdx.x] = value;
}

__global__ void rotate_halves(int* data) {
  int value = data[threadIdx.x];
  const unsigned mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
  value = __shfl_xor_sync(mask, value, 1);
  __syncwarp();
  data[threadIdx.x] = value;
}

void caught() {
  const DeviceZeros<int> data(32);
  rotate<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(32);
  rotate_halves<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
