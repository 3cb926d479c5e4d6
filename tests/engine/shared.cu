/// @file
/// @brief Shared memory: each block has its own, fresh and poisoned, at one place in all blocks.
#include <cooperative_groups.h>

#include "catch.hpp"
#include "device_array.hpp"

namespace {

__device__ int* counter_in_a_function() {
  __shared__ int counter;
  return &counter;
}

template <class T, int N>
__global__ void fresh_memory(int* dirty) {
  __shared__ T values[N], single;
  extern __shared__ unsigned char dynamic[];
  for (unsigned i = threadIdx.x; i < sizeof values; i += blockDim.x)
    if (reinterpret_cast<unsigned char*>(values)[i] != 0xFF) atomicAdd(dirty, 1);
  if (threadIdx.x == 0 && reinterpret_cast<unsigned char*>(&single)[0] != 0xFF) atomicAdd(dirty, 1);
  for (int i = static_cast<int>(threadIdx.x); i < 100; i += static_cast<int>(blockDim.x))
    if (dynamic[i] != 0xFF) atomicAdd(dirty, 1);
  if (threadIdx.x == 0 && *counter_in_a_function() != -1) atomicAdd(dirty, 1);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < N; i += blockDim.x) values[i] = T(7);
  if (threadIdx.x < 100) dynamic[threadIdx.x] = 7;
  if (threadIdx.x == 0) *counter_in_a_function() = 7, single = T(7);
}

__global__ void places(unsigned long long* out) {
  __shared__ float a[10];
  __shared__ double b[3][4];
  __shared__ alignas(64) char c;
  extern __shared__ float4 d[];
  if (threadIdx.x != 0) return;
  out[blockIdx.x * 4 + 0] = reinterpret_cast<unsigned long long>(a);
  out[blockIdx.x * 4 + 1] = reinterpret_cast<unsigned long long>(b);
  out[blockIdx.x * 4 + 2] = reinterpret_cast<unsigned long long>(&c);
  out[blockIdx.x * 4 + 3] = reinterpret_cast<unsigned long long>(d);
}

template <int Bytes>
__global__ void with_static_memory(char* out) {
  __shared__ char memory[Bytes];
  memory[threadIdx.x] = 1;
  out[threadIdx.x] = memory[threadIdx.x];
}

__global__ void __cluster_dims__(4, 1, 1) read_neighbour(int* out) {
  __shared__ int mine;
  namespace cg = cooperative_groups;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = 100 + static_cast<int>(blockIdx.x);
  cluster.sync();
  const int* const theirs = cluster.map_shared_rank(&mine, (cluster.block_rank() + 1) % 4);
  if (threadIdx.x == 0) out[blockIdx.x] = *theirs;
  cluster.sync();  // no block may leave while others still read its memory
}

}  // namespace

TEST_CASE("a block never sees what another left in shared memory") {
  DeviceArray<int> dirty(1);
  for (int round = 0; round < 3; ++round) {
    fresh_memory<float, 300><<<20, 64, 100>>>(dirty.get());
    fresh_memory<double, 77><<<20, 128, 100>>>(dirty.get());
  }
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(dirty[0] == 0);
}

TEST_CASE("variables are aligned, apart from each other, and apart between blocks that run together") {
  DeviceArray<unsigned long long> out(4 * 8);
  places<<<8, 32, 256>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int block = 0; block < 8; ++block) {
    const unsigned long long* at = out.get() + block * 4;
    REQUIRE(at[0] % 4 == 0);
    REQUIRE(at[1] % 8 == 0);
    REQUIRE(at[2] % 64 == 0);
    REQUIRE(at[3] % 16 == 0);
    REQUIRE(at[1] >= at[0] + 40 + 128);
    REQUIRE(at[2] >= at[1] + 96 + 128);
  }
}

TEST_CASE("a kernel's shared variables are known before it runs") {
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, with_static_memory<1000>) == cudaSuccess);
  REQUIRE(attributes.sharedSizeBytes == 1000);
  REQUIRE(cudaFuncGetAttributes(&attributes, with_static_memory<48 * 1024>) == cudaSuccess);
  REQUIRE(attributes.sharedSizeBytes == 48 * 1024);
  REQUIRE(cudaFuncGetAttributes(&attributes, places) == cudaSuccess);
  REQUIRE(attributes.sharedSizeBytes == 256);  // 40, 96 from 40 on, and 64 for a char that is aligned to 64
}

TEST_CASE("a cluster's blocks read each other's shared memory") {
  DeviceArray<int> out(12);
  read_neighbour<<<12, 32>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int block = 0; block < 12; ++block) REQUIRE(out[block] == 100 + block / 4 * 4 + (block + 1) % 4);
}
