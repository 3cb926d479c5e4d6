/// @file
/// @brief Guard the result by a lock, as you must where no atomic operation does what you need.
///
/// Change from v8: a lock made of atomicCAS and atomicExch instead of atomicAdd. Blocks wait for
/// their turn, and a turn takes several trips to memory, one after the other.
/// Look at: `./lockstep run 04 --kernel v8,v9`: *atomics*, two a block; on a GPU, the time.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

// 1 while a block adds. Each block sets it back to 0, so the next launch finds it free.
__device__ int locked;

/// Adds x to *result. Call it from one thread of a block.
__device__ void add_locked(float* result, float x) {
  while (atomicCAS(&locked, 0, 1) != 0) {
  }
  // Without this fence the old sum may be read before the lock is ours, and an addition lost.
  __threadfence();  // acquire
  *result += x;
  // Without this one the lock may be seen free before the new sum is seen.
  __threadfence();  // release
  atomicExch(&locked, 0);
}

__global__ void dot(const float* a, const float* b, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
  if (threadIdx.x == 0) add_locked(result, sum);
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned wave = lockstep::one_wave(dot, block);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, wave));

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));
  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum under a lock", run};

}  // namespace
