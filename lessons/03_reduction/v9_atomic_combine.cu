/// @file
/// @brief Let each block add its sum to the result itself, by one atomic addition: a single launch.
///
/// Change from v8: no partial sums in memory and no second launch; the result is set to zero first. And blocks may be as many as there are
/// tiles, as each costs one addition: they start in order and read side by side, while those of one wave drift apart. They add in the order
/// in which they end, another one each time, so that real inputs give another last bit or two each time.
/// Look at: `./lockstep run 03 --kernel v8,v9 --size 2^20`: the time of the second launch, now saved.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 512;  // threads

__global__ void reduce(const float* in, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(in, n), warp_sums);
  if (threadIdx.x == 0) atomicAdd(result, sum);  // one a block: more would queue for the one address
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, lockstep::kMostBlocksX));  // a tile each

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));  // the blocks add to what is there
  reduce<<<grid, block, 0, launch.stream>>>(p.x, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum by atomicAdd", run};

}  // namespace
