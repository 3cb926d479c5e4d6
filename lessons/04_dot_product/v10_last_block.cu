/// @file
/// @brief Let the block that finishes last add the partial sums of all blocks, in a fixed order.
///
/// Change from v7: the second kernel's work is done in the first one, by the block that draws the
/// last ticket. That is one launch, as in v8 and v9, and the same bits each time, as in v7.
/// Look at: `./lockstep run 04 --kernel v7,v8,v10`: *atomics*, as in v8, and *barriers*.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

// Drawn so far. The last ticket wraps it to 0, so the next launch starts anew.
__device__ unsigned tickets;

__global__ void dot(const float* a, const float* b, float* partial, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;

  __shared__ bool last;
  if (threadIdx.x == 0) {
    // This block's partial sum must be seen before its ticket is.
    __threadfence();  // release
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    // The other blocks' partial sums may be read only from here on.
    __threadfence();  // acquire
  }
  // Thread 0 tells the other threads, and warp_sums is free again.
  __syncthreads();
  if (!last) return;

  float total = 0;
  for (std::int64_t i = threadIdx.x; i < gridDim.x; i += blockDim.x) total += partial[i];

  total = lockstep::block_sum(total, warp_sums);
  if (threadIdx.x == 0) *result = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned wave = lockstep::one_wave(dot, block);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, wave));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: the last block adds, in a fixed order", run};

}  // namespace
