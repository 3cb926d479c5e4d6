/// @file
/// @brief Let each block add its sum to the norm itself, by one atomic addition.
///
/// Change from v5: one launch; no partial sums in memory. The blocks add in the order in which they end, which is another one each time.
/// Look at: `./lockstep run 02 --kernel v5,v6`: atomics, one a block; and, on a GPU, the time of the second launch, now saved.
#include "add_tile.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

__global__ void add(const MatrixAdd::Device p) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(add_tile(p), warp_sums);
  if (threadIdx.x == 0) atomicAdd(p.norm, sum);  // one a block: more would queue for the one address
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTileThreads);

  lockstep::check(cudaMemsetAsync(p.norm, 0, sizeof(float), launch.stream));  // the blocks add to what is there
  add<<<covering_tiles(p, kSide, kSide), kTileThreads, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum by atomicAdd", run};

}  // namespace
