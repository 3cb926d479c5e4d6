/// @file
/// @brief One thread writes what several have read: of its warp, of its block, of the grid; the one that is not ordered is among them.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

// Lanes 0, 1 and 2 read. Lane 2 meets lane 3, which then writes: 0 and 1 may read later.
__global__ void lanes(int* word, int* out) {
  const unsigned i = threadIdx.x;
  if (i < 3) out[i] = *word;
  if (i == 2 || i == 3) __syncwarp(0b1100);
  if (i == 3) *word = 1;
  __syncwarp();
}

// Every warp reads; the first writes after a barrier of its own.
template <bool safe>
__global__ void warps(int* word, int* out) {
  out[threadIdx.x] = *word;
  __syncwarp();
  if (safe) __syncthreads();
  if (threadIdx.x == 0) *word = 1;
}

// Every block reads; the last writes, when its own threads have read.
template <bool safe>
__global__ void blocks(int* word, int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = *word;
  __syncthreads();
  if (!safe && blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) *word = 1;
}

void caught() {
  const DeviceZeros<int> word(3), out(256);
  lanes<<<1, 32>>>(word, out);
  warps<false><<<1, 96>>>(word + 1, out);
  blocks<false><<<3, 64>>>(word + 2, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> word(3), out(256);
  warps<true><<<1, 96>>>(word, out);
  blocks<true><<<3, 64>>>(word, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
