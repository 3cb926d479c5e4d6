/// @file
/// @brief The last block has threads that the array has no elements for.
#include "hazard_case.hpp"

namespace {

__global__ void set_unguarded(int* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = 1;
}

__global__ void set_guarded(int* data, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 1;
}

constexpr unsigned kCount = 60;

void caught() {
  int* data = nullptr;
  cudaMalloc(&data, kCount * sizeof(int));
  set_unguarded<<<2, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}

void silent() {
  int* data = nullptr;
  cudaMalloc(&data, kCount * sizeof(int));
  set_guarded<<<2, 32>>>(data, kCount);
  cudaDeviceSynchronize();
  cudaFree(data);
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
