/// @file
/// @brief A launch is refused, and the program never asks why.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void set(int* data) { data[threadIdx.x] = 1; }

void caught() {
  const DeviceZeros<int> data(2048);
  set<<<1, 2048>>>(data);  // a block has at most 1024 threads
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(2048);
  set<<<1, 2048>>>(data);
  if (cudaGetLastError() != cudaSuccess) set<<<1, 1024>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
