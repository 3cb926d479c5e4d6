/// @file
/// @brief Let each block add its sum to the result itself, by one atomic addition.
///
/// Change from v7: one launch, and no partial sums in memory. The blocks add in the order in which
/// they finish, so the last bits of a sum of real numbers differ from run to run.
/// Look at: `./lockstep run 04 --kernel v7,v8`: *atomics*, one a block, and no sectors stored; on a
/// GPU, the time at `--size 2^20`.
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
  // Once per block: all of these additions meet at one address.
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned wave = lockstep::one_wave(dot, block);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, wave));

  // The blocks add to what is there.
  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));
  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum by atomicAdd", run};

}  // namespace
