/// @file
/// @brief A kernel writes to constant memory.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__constant__ int limits[4];

__global__ void widen() {
  int* const first = limits;  // limits[threadIdx.x] = 1 would not compile
  first[threadIdx.x] = 1;
}
__global__ void use(int* out) { out[threadIdx.x] = limits[threadIdx.x]; }

void caught() {
  widen<<<1, 4>>>();
  cudaDeviceSynchronize();
}

void silent() {
  const int values[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(limits, values, sizeof values);
  const DeviceZeros<int> out(4);
  use<<<1, 4>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
