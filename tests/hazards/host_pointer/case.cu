/// @file
/// @brief A kernel gets a pointer to the host's own memory, or none at all.
#include "hazard_case.hpp"

namespace {

__global__ void set(int* data) { data[threadIdx.x] = 1; }

void caught() {
  int* data = nullptr;  // and cudaMalloc was forgotten
  set<<<1, 4>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  int* data = nullptr;
  cudaMallocManaged(&data, 4 * sizeof(int));
  set<<<1, 4>>>(data);
  cudaDeviceSynchronize();
  data[0] = data[1];
  cudaFree(data);
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
