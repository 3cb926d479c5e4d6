/// @file
/// @brief A volatile int, two bytes off.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void set(volatile int* p) { *p = 1; }

void caught() {
  const DeviceZeros<char> bytes(16);
  set<<<1, 1>>>(reinterpret_cast<int*>(bytes + 2));
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<char> bytes(16);
  set<<<1, 1>>>(reinterpret_cast<int*>(bytes + 12));
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
