/// @file
/// @brief A barrier by number waits for more threads than come.
#include <lockstep/sim/ptx/all.hpp>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void meet(int* data, int threads) {
  if (threadIdx.x < 64) asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
  data[threadIdx.x] = 1;
}

void caught() {
  const DeviceZeros<int> data(96);
  meet<<<1, 96>>>(data, 96);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(96);
  meet<<<1, 96>>>(data, 64);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
