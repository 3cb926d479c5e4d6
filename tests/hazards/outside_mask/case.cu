/// @file
/// @brief A lane calls a shuffle whose mask does not name it.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void broadcast(int* data, unsigned mask) { data[threadIdx.x] = __shfl_sync(mask, data[threadIdx.x], 0); }

void caught() {
  const DeviceZeros<int> data(32);
  broadcast<<<1, 32>>>(data, 0x0000ffff);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(32);
  broadcast<<<1, 32>>>(data, 0xffffffff);
  broadcast<<<1, 16>>>(data, 0x0000ffff);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
