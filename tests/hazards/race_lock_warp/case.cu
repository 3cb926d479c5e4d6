/// @file
/// @brief A warp takes a lock again and again: what its fences order is handed on by each __syncwarp, and grows with none of them.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool fenced>
__global__ void add_by_warps(int* lock, int* sums, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x % 32 == 0) {
      while (atomicCAS(lock, 0, 1) != 0) {
      }
    }
    if (fenced) __threadfence();
    __syncwarp();
    sums[threadIdx.x % 32] += 1;
    if (fenced) __threadfence();
    __syncwarp();
    if (threadIdx.x % 32 == 0) atomicExch(lock, 0);
    __syncwarp();
  }
}

void caught() {
  const DeviceZeros<int> lock(1), sums(32);
  add_by_warps<false><<<2, 32>>>(lock, sums, 1);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> lock(1), sums(32);
  add_by_warps<true><<<2, 64>>>(lock, sums, 20);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
