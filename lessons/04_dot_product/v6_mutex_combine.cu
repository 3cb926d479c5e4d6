/// @file
/// @brief Guard the result by a lock, as one would where no atomic operation does what is needed.
///
/// Change from v5: in place of atomicAdd, a lock made of atomicCAS and atomicExch. A block waits for its turn, and each turn takes
/// several trips to memory, one after the other, where atomicAdd takes one and waits for none.
/// Look at: `./lockstep run 04 --kernel v5,v6 --size 2^20`: *atomics*, two a block and more where it waits; the time on a GPU.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

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
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
  if (threadIdx.x == 0) add_locked(result, sum);
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, lockstep::one_wave(dot, block)));

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));  // the blocks add to what is there
  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum under a lock", run};

}  // namespace
