/// @file
/// @brief Some threads of each block go around grid.sync(); others have returned before it.
#include <cooperative_groups.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;
constexpr unsigned kThreads = 64, kBlocks = 3;

enum class Way { all, around, returned };

template <Way way>
__global__ void rotate(int* data, int* out) {
  const unsigned count = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (way == Way::returned && threadIdx.x >= 32) return;
  data[i] = 1;
  if (way != Way::around || threadIdx.x < 32) cg::this_grid().sync();
  out[i] = data[way == Way::all ? (i + blockDim.x) % count : i];
}

template <Way way>
void run() {
  const DeviceZeros<int> data(kBlocks * kThreads), out(kBlocks * kThreads);
  int* in = data;
  int* result = out;
  void* arguments[] = {&in, &result};
  cudaLaunchCooperativeKernel(rotate<way>, kBlocks, kThreads, arguments, 0, nullptr);
  cudaDeviceSynchronize();
}

// A block that waits for one that has exited waits for ever.
__global__ void half_of_the_blocks(int* out) {
  if (blockIdx.x < 2) cg::this_grid().sync();
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
}

void caught() {
  run<Way::around>();
  run<Way::returned>();
  const DeviceZeros<int> out(kBlocks);
  int* result = out;
  void* arguments[] = {&result};
  cudaLaunchCooperativeKernel(half_of_the_blocks, kBlocks, kThreads, arguments, 0, nullptr);
  cudaDeviceSynchronize();
}
void silent() { run<Way::all>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
