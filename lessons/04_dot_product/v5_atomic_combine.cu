/// @file
/// @brief Let each block add its sum to the result itself, by one atomic addition.
///
/// Change from v4: one launch; no partial sums in memory. The blocks add in the order in which they end, which is another one each
/// time, so that real inputs give another last bit or two each time.
/// Look at: `./lockstep run 04 --kernel v4,v5 --size 2^20`: *atomics*, one a block, and no sectors stored; the time of a launch on a GPU.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void dot(const float* a, const float* b, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
  if (threadIdx.x == 0) atomicAdd(result, sum);  // one a block: more would queue for the one address
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, lockstep::one_wave(dot, block)));

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));  // the blocks add to what is there
  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum by atomicAdd", run};

}  // namespace
