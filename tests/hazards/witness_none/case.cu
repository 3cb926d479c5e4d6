/// @file
/// @brief A race that no order of the threads makes visible is still a race, and has no witness.
#include "hazard_case.hpp"

namespace {

__global__ void count_others(int* ready, int* others) {
  ready[threadIdx.x] = 1;
  if (ready[(threadIdx.x + 1) % 32] == 2) *others = 1;
}

__global__ void count_later(int* ready, int* others) {
  ready[threadIdx.x] = 1;
  __syncwarp();
  if (ready[(threadIdx.x + 1) % 32] == 2) *others = 1;
}

void run(void (*kernel)(int*, int*)) {
  int *ready = nullptr, *others = nullptr;
  cudaMalloc(&ready, 32 * sizeof(int));
  cudaMalloc(&others, sizeof(int));
  cudaMemset(ready, 0, 32 * sizeof(int));
  kernel<<<1, 32>>>(ready, others);
  cudaDeviceSynchronize();
  cudaFree(ready);
  cudaFree(others);
}

void caught() { run(count_others); }
void silent() { run(count_later); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
