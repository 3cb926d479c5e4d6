/// @file
/// @brief Blocks add to one sum: all run at the same time, whatever order the simulator takes.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool safe>
__global__ void count_blocks(float* sum) {
  if (threadIdx.x != 0) return;
  if (safe) {
    atomicAdd(sum, 1.0f);
  } else {
    *sum += 1.0f;
  }
}

// A barrier is one for its own block.
template <bool safe>
__global__ void shift(float* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + 1) % (gridDim.x * blockDim.x);
  const float mine = data[safe ? i : next];
  __syncthreads();
  data[i] = mine + 1;
}

void caught() {
  const DeviceZeros<float> data(128);
  count_blocks<false><<<4, 32>>>(data);
  shift<false><<<2, 64>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<float> data(128);
  count_blocks<true><<<4, 32>>>(data);
  count_blocks<false><<<1, 32>>>(data);
  shift<true><<<2, 64>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
