/// @file
/// @brief Half of a warp comes to a __syncwarp of all, and the other half has ended, or goes on elsewhere.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void half(int* data) {
  if (threadIdx.x < 16) {
    data[threadIdx.x] = 1;
    __syncwarp();
    data[threadIdx.x] = 2;
  }
}

__global__ void half_goes_on(int* data) {
  if (threadIdx.x < 16) __syncwarp();
  data[threadIdx.x] = 1;
}

__global__ void half_shuffles(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) value += __shfl_down_sync(0xffffffff, value, 8);
  data[threadIdx.x] = value;
}

__global__ void half_alone(int* data) {
  if (threadIdx.x < 16) {
    data[threadIdx.x] = 1;
    __syncwarp(0x0000ffff);
    data[threadIdx.x] = 2;
  }
}

__global__ void all(int* data) {
  __syncwarp();
  data[threadIdx.x] = 1;
}

void caught() {
  const DeviceZeros<int> data(32);
  half<<<1, 32>>>(data);
  half_goes_on<<<1, 32>>>(data);
  half_shuffles<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(32);
  half_alone<<<1, 32>>>(data);
  all<<<1, 20>>>(data);  // lanes that never were are not missed
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
