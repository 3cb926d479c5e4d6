/// @file
/// @brief All threads free the block that one of them made.
#include "hazard_case.hpp"

namespace {

__global__ void shift(int* out, bool all_free) {
  __shared__ int* block;
  if (threadIdx.x == 0) block = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  block[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = block[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  if (all_free || threadIdx.x == 0) free(block);
}

void launch(bool all_free) {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  shift<<<1, 64>>>(out, all_free);
  cudaDeviceSynchronize();
  cudaFree(out);
}

void caught() { launch(true); }
void silent() { launch(false); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
