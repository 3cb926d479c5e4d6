/// @file
/// @brief Keep the memory busy: many elements a thread, 16-byte loads, several in flight, and one wave of blocks.
///
/// Change from v7: a thread adds as many elements as it takes for one wave of blocks to read them all; only then do the block's threads
/// add, all warps by shuffles. Two launches are left, whatever n.
/// Look at: `./lockstep run 03 --kernel v7,v8`: barriers, wavefronts and, on a GPU, the bandwidth.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 512;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(in, n), warp_sums);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  // A tile for each block, until the wave is full.
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, lockstep::one_wave(reduce, block)));
  float* partial = launch.scratch<float>(grid);

  reduce<<<grid, block, 0, launch.stream>>>(p.x, partial, p.n);
  lockstep::check_launch();
  reduce<<<1, block, 0, launch.stream>>>(partial, p.sum, grid);  // starts when every block of the first is done
  lockstep::check_launch();
}

const Version version{__FILE__, "many elements a thread, 16-byte loads, one wave of blocks", run};

}  // namespace
