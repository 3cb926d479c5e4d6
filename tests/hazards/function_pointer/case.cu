/// @file
/// @brief A call through a function pointer that was never set.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

using Operation = int (*)(int);
__device__ Operation operation;

__device__ int doubled(int x) { return 2 * x; }
__global__ void set() { operation = doubled; }
__global__ void apply(int* out) {
  *out = 1;
  *out = operation(*out);
}

void caught() {
  const DeviceZeros<int> out(1);
  apply<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(1);
  set<<<1, 1>>>();
  apply<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
