/// @file
/// @brief A copy of a pointer outlives the memory.
#include "hazard_case.hpp"

namespace {

__global__ void set(int* data) { data[threadIdx.x] = 1; }

void caught() {
  int* data = nullptr;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaFree(data);
  set<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  int* data = nullptr;
  cudaMalloc(&data, 32 * sizeof(int));
  set<<<1, 32>>>(data);
  cudaFree(data);
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
