/// @file
/// @brief Blocks of a cluster read each other's shared memory: cluster.sync() orders, __syncthreads() does not.
#include <cooperative_groups.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;
constexpr unsigned kThreads = 32;

template <bool safe>
__global__ __cluster_dims__(2, 1, 1) void exchange(int* out) {
  __shared__ int s[kThreads];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned i = threadIdx.x, other = cluster.block_rank() ^ 1;
  s[i] = 0;
  cluster.sync();
  s[i] = static_cast<int>(i);
  if (safe) {
    cluster.sync();
  } else {
    __syncthreads();
  }
  out[blockIdx.x * kThreads + i] = cluster.map_shared_rank(s, other)[i];
  cluster.sync();
}

// Global memory, between the blocks of one cluster, and with another.
template <bool safe>
__global__ __cluster_dims__(2, 1, 1) void exchange_global(int* data, int* out) {
  const unsigned b = blockIdx.x;
  if (threadIdx.x == 0) data[b] = 1;
  cg::this_cluster().sync();
  if (threadIdx.x == 0) out[b] = data[safe ? b ^ 1 : b ^ 2];
}

// A cluster of one block: its barrier is one of the block.
__global__ void reverse_alone(int* out) {
  __shared__ int s[2 * kThreads];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  cg::this_cluster().sync();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

void caught() {
  const DeviceZeros<int> data(4), out(4 * kThreads);
  exchange<false><<<2, kThreads>>>(out);
  exchange_global<false><<<4, kThreads>>>(data, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(4), out(4 * kThreads);
  exchange<true><<<4, kThreads>>>(out);
  exchange_global<true><<<4, kThreads>>>(data, out);
  reverse_alone<<<1, 2 * kThreads>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
