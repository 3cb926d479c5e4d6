/// @file
/// @brief Threads share a block of the heap without a barrier; blocks that one frees and another gets are no race.
#include "hazard_case.hpp"

namespace {

__device__ int* shared_block;

__global__ void neighbours(int* out, bool waits) {
  if (threadIdx.x == 0) shared_block = new int[64];
  __syncthreads();
  int* const own = new int[1];
  own[0] = static_cast<int>(threadIdx.x);
  shared_block[threadIdx.x] = own[0];
  delete[] own;
  if (waits) __syncthreads();
  out[threadIdx.x] = shared_block[(threadIdx.x + 1) % 64];
  __syncthreads();
  if (threadIdx.x == 0) delete[] shared_block;
}

void launch(bool waits) {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  neighbours<<<1, 64>>>(out, waits);
  cudaDeviceSynchronize();
  cudaFree(out);
}

void caught() { launch(false); }
void silent() { launch(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
