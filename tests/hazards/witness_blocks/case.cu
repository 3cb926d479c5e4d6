/// @file
/// @brief Blocks add to one sum without an atomic operation: which of them come through depends on their order.
#include "hazard_case.hpp"

namespace {

__global__ void keep_largest(int* best) {
  const int mine = static_cast<int>(blockIdx.x * 5 % 8);
  if (mine % 2 == 0 || *best < 4) *best = mine;
}

__global__ void keep_largest_atomically(int* best) { atomicMax(best, static_cast<int>(blockIdx.x * 5 % 8)); }

void run(void (*kernel)(int*)) {
  int* best = nullptr;
  cudaMalloc(&best, sizeof(int));
  cudaMemset(best, 0, sizeof(int));
  kernel<<<8, 1>>>(best);
  cudaDeviceSynchronize();
  cudaFree(best);
}

void caught() { run(keep_largest); }
void silent() { run(keep_largest_atomically); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
