/// @file
/// @brief Let the block that ends last add the partial sums of all, in a fixed order.
///
/// Change from v4: v4's second kernel runs inside the first, in whichever block draws the last ticket: one launch, as v5 and v6, and
/// the same bits each time, as v4.
/// Look at: `./lockstep run 04 --kernel v4,v5,v7 --size 2^20`: *atomics* as in v5, and *barriers*, one a block more than v4 for the ticket.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__device__ unsigned tickets;  // drawn so far. The last block wraps it to 0, so the next launch starts anew (one launch at a time)

/// True in all threads of the block that comes last. Partial sums that thread 0 of any block wrote before are then visible in it.
__device__ bool is_last_block() {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();  // release: this block's partial sum must be visible to whoever sees the ticket drawn
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();  // acquire: all tickets are drawn, so all partial sums may be read from here on
  }
  __syncthreads();  // thread 0 knows
  return last;
}

__global__ void dot(const float* a, const float* b, float* partial, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums, warp_totals;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  if (!is_last_block()) return;

  float share = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) share += partial[i];
  const float total = lockstep::block_sum(share, warp_totals);
  if (threadIdx.x == 0) *result = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, lockstep::one_wave(dot, block)));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: the last block adds the partial sums in a fixed order", run};

}  // namespace
