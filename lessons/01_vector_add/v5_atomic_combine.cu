/// @file
/// @brief Let each block add its sum to the result itself, by one atomic addition: one launch does it all.
///
/// Change from v4: no partial sums in memory and no second kernel; in their place an atomicAdd a block, and a zero to begin with.
/// Look at: `./lockstep run 01 --kernel v4,v5`: atomics, as many as blocks; stores, none but those of c.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "thread_add.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void add(const float* a, const float* b, float* c, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_add(a, b, c, n), warp_sums);
  if (threadIdx.x == 0) atomicAdd(result, sum);  // one a block: all go to one address, where they queue
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(blocks_for(p.n, block));

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));  // the blocks add to what is there
  add<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.c, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum by atomicAdd", run};

}  // namespace
