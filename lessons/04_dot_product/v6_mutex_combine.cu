/// @file
/// @brief Guard the result by a lock, as one would where no atomic operation does what is needed.
///
/// Change from v5: in place of atomicAdd, a lock made of atomicCAS and atomicExch. A block waits for its turn, and each turn takes
/// several trips to memory, one after the other, where atomicAdd takes one and waits for none.
/// Look at: `./lockstep run 04 --kernel v5,v6 --size 2^20`: what the lock costs.
#include "grid.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads
constexpr int kLoads = 4;          // 16-byte loads of each vector that a thread has in flight

__device__ float dot4(float4 x, float4 y) { return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w; }

/// This thread's share of Σ aᵢbᵢ.
__device__ float thread_sum(const float* a, const float* b, std::int64_t n) {
  const auto* a4 = reinterpret_cast<const float4*>(a);  // cudaMalloc's memory is aligned for 16-byte loads
  const auto* b4 = reinterpret_cast<const float4*>(b);
  const std::int64_t quads = n / 4, stride = lockstep::grid_threads();
  std::int64_t i = lockstep::global_thread();
  float sum = 0;
  for (; i + (kLoads - 1) * stride < quads; i += kLoads * stride) {
    float4 x[kLoads], y[kLoads];
    for (int k = 0; k < kLoads; ++k) x[k] = a4[i + k * stride], y[k] = b4[i + k * stride];
    for (int k = 0; k < kLoads; ++k) sum += dot4(x[k], y[k]);
  }
  for (; i < quads; i += stride) sum += dot4(a4[i], b4[i]);  // fewer than kLoads are left
  const std::int64_t tail = 4 * quads + lockstep::global_thread();
  return tail < n ? sum + a[tail] * b[tail] : sum;  // n % 4 elements, one each for the first threads
}

/// The sum over the warp, in lane 0.
__device__ float warp_sum(float x) {
  for (unsigned offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffff, x, offset);
  return x;
}

/// The sum over the block, in thread 0. For blocks of whole warps.
__device__ float block_sum(float x) {
  __shared__ float sums[32];
  x = warp_sum(x);
  if (lockstep::lane() == 0) sums[lockstep::warp()] = x;
  __syncthreads();  // all warps' sums must be there before the first warp reads them
  if (lockstep::warp() != 0) return 0;
  return warp_sum(lockstep::lane() < blockDim.x / 32 ? sums[lockstep::lane()] : 0);
}

__device__ int locked;  // 1 while a block adds. Each block sets it back to 0, so the next launch finds it free

/// Adds x to *result. For one thread a block: lanes of one warp that wait for each other's lock may wait forever before Volta.
__device__ void add_locked(float* result, float x) {
  while (atomicCAS(&locked, 0, 1) != 0) {
  }
  __threadfence();  // acquire: without it the sum may be read before the lock is ours, and another block's addition lost
  *result += x;
  __threadfence();  // release: without it the lock may be seen free before the new sum is seen
  atomicExch(&locked, 0);
}

__global__ void dot(const float* a, const float* b, float* result, std::int64_t n) {
  const float sum = block_sum(thread_sum(a, b, n));
  if (threadIdx.x == 0) add_locked(result, sum);
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(enough_blocks(p.n / (4 * kLoads), block, one_wave(dot, block)));

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));  // the blocks add to what is there
  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum under a lock", run};

}  // namespace
