/// @file
/// @brief A lab report of 2013: 4-byte loads, a tree in each block, and a lock around the result.
///
/// Beside v3: a block adds its sum to the result itself, under v9's lock. Beside v9: v2's loads and
/// v3's tree instead of 16-byte loads and shuffles.
/// Look at: `./lockstep run 04 --kernel v0_cpu,lock_and_tree --sweep block=128,256,512 --grid 240`:
/// *barriers* grow with the tree, *atomics* do not. On a GPU, the time.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 512;  // threads: the best of 128, 256 and 512 in 2013
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

// 1 while a block adds. Each block sets it back to 0, so the next launch finds it free.
__device__ int locked;

/// Adds x to *result. Call it from one thread of a block.
__device__ void add_locked(float* result, float x) {
  while (atomicCAS(&locked, 0, 1) != 0) {
  }
  // The report says nothing of fences. Without this one the old sum may be read too early.
  __threadfence();  // acquire
  *result += x;
  // Without this one the next block may find the lock free, and the old sum.
  __threadfence();  // release
  atomicExch(&locked, 0);
}

__global__ void dot(const float* a, const float* b, float* result, std::int64_t n) {
  // One for each thread of the block.
  extern __shared__ float sums[];
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    sum += a[i] * b[i];
  sums[threadIdx.x] = sum;
  __syncthreads();

  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    if (threadIdx.x < left / 2) sums[threadIdx.x] += sums[threadIdx.x + (left + 1) / 2];
    __syncthreads();
  }
  if (threadIdx.x == 0) add_locked(result, sums[0]);
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));
  dot<<<grid, block, block * sizeof(float), launch.stream>>>(p.a, p.b, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "a tree in each block, and a lock: a report of 2013", run};

}  // namespace
