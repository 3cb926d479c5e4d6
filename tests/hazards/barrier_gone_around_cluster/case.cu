/// @file
/// @brief Threads go around cluster.sync(), or the sync() of their block's group.
#include <cooperative_groups.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;
constexpr unsigned kThreads = 32;

template <bool all>
__global__ __cluster_dims__(2, 1, 1) void mark(int* out) {
  if (all || threadIdx.x % 4 != 0) cg::this_cluster().sync();
  out[blockIdx.x * kThreads + threadIdx.x] = 1;
}

template <bool all>
__global__ void mark_block(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  if (all || threadIdx.x % 4 != 0) block.sync();
  out[threadIdx.x] = 1;
}

template <bool all>
void run() {
  const DeviceZeros<int> out(2 * kThreads);
  mark<all><<<2, kThreads>>>(out);
  mark_block<all><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

void caught() { run<false>(); }
void silent() { run<true>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
