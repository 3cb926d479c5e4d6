/// @file
/// @brief A lock with one side that lacks the fence after taking it: that shows where this side comes second, so in another order.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool fenced>
__global__ void set_locked(int* lock, int* data, unsigned unfenced_block) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (fenced || blockIdx.x != unfenced_block) __threadfence();
  *data = static_cast<int>(blockIdx.x) + 1;
  __threadfence();
  atomicExch(lock, 0);
}

void caught() {
  const DeviceZeros<int> words(4);
  set_locked<false><<<2, 1>>>(words, words + 1, 0);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> words(4);
  set_locked<true><<<2, 1>>>(words, words + 1, 0);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
