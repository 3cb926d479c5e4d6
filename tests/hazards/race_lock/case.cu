/// @file
/// @brief A lock keeps others out; that they see what was done under it takes fences.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool fenced>
__global__ void add_locked(int* lock, float* sum) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (fenced) __threadfence();
  *sum += 1.0f;
  if (fenced) __threadfence();
  atomicExch(lock, 0);
}

// A thread that does not get the lock has learned nothing.
template <bool waits>
__global__ void try_lock(int* lock, float* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0 && waits) {
  }
  __threadfence();
  *sum += 1.0f;
  __threadfence();
  if (waits) atomicExch(lock, 0);
}

void caught() {
  const DeviceZeros<int> lock(2);
  const DeviceZeros<float> sum(1);
  add_locked<false><<<2, 32>>>(lock, sum);
  try_lock<false><<<2, 32>>>(lock + 1, sum);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> lock(1);
  const DeviceZeros<float> sum(1);
  add_locked<true><<<4, 64>>>(lock, sum);
  try_lock<true><<<4, 32>>>(lock, sum);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
