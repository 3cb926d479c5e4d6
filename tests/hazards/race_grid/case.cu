/// @file
/// @brief A cooperative grid: grid.sync() orders all blocks, __syncthreads() each for itself.
#include <cooperative_groups.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;
constexpr unsigned kThreads = 32, kBlocks = 3;

template <bool safe>
__global__ void rotate(int* data, int* out) {
  const unsigned count = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    data[i] = round;
    if (safe) {
      cg::this_grid().sync();
    } else {
      __syncthreads();
    }
    out[i] = data[(i + blockDim.x) % count];
    cg::this_grid().sync();
  }
}

template <bool safe>
void run() {
  const DeviceZeros<int> data(kBlocks * kThreads), out(kBlocks * kThreads);
  int* in = data;
  int* result = out;
  void* arguments[] = {&in, &result};
  cudaLaunchCooperativeKernel(rotate<safe>, kBlocks, kThreads, arguments, 0, nullptr);
  cudaDeviceSynchronize();
}

void caught() { run<false>(); }
void silent() { run<true>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
