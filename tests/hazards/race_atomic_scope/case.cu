/// @file
/// @brief atomicAdd_block is atomic among the threads of its block only.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool narrow>
__global__ void count_all(int* count) {
  if (narrow) {
    atomicAdd_block(count, 1);
  } else {
    atomicAdd(count, 1);
  }
}

void caught() {
  const DeviceZeros<int> count(1);
  count_all<true><<<2, 32>>>(count);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> count(1);
  count_all<true><<<1, 64>>>(count);
  count_all<false><<<2, 32>>>(count);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
