/// @file
/// @brief Half of a warp comes to a __syncwarp of all, and the other half has gone home.
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
