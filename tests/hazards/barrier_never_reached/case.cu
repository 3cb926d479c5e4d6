/// @file
/// @brief Some threads wait at a barrier, the others in a warp that is not complete: none can go on.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void sum(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 20) {
    value += __shfl_down_sync(0xffffffff, value, 1);
  } else {
    __syncthreads();
  }
  data[threadIdx.x] = value;
}

__global__ void sum_together(int* data) {
  int value = data[threadIdx.x];
  value += __shfl_down_sync(0xffffffff, value, 1);
  __syncthreads();
  data[threadIdx.x] = value;
}

void caught() {
  const DeviceZeros<int> data(32);
  sum<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(32);
  sum_together<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
