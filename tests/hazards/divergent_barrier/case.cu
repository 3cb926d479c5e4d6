/// @file
/// @brief The threads of a block part, and wait at different barriers.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void sort_halves(int* data) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    data[threadIdx.x] = 2;
    __syncthreads();
  }
}

__global__ void sort_halves_together(int* data) {
  data[threadIdx.x] = threadIdx.x < 32 ? 1 : 2;
  __syncthreads();
}

void caught() {
  const DeviceZeros<int> data(64);
  sort_halves<<<1, 64>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(64);
  sort_halves_together<<<1, 64>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
