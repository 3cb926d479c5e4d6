/// @file
/// @brief Let each block raise the maximum itself, by one atomic operation.
///
/// Change from v6: one launch; no partial maxima in memory. Blocks come in another order each time, and the answer is the same each time.
/// Look at: `./lockstep run 07 --kernel v6,v7`: atomics, one a block; and, on a GPU, the time of the second launch, now saved.
#include "lockstep/cuda.hpp"
#include "maximum.hpp"
#include "problem.hpp"
#include "strip.hpp"
#include "tiles.hpp"

namespace {

template <bool kHalved>
__global__ void __launch_bounds__(kStripBlock, kStripBlocks) sobel(const Sobel::Device p) {
  const std::uint32_t greatest = block_maximum(edges_of_strip<kHalved>(p));
  if (threadIdx.x == 0) atomicMax(p.maximum, greatest);  // one a block: more would queue for the one address
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kStripBlock);

  lockstep::check(cudaMemsetAsync(p.maximum, 0, sizeof(std::uint32_t), launch.stream));  // the blocks compare with what is there
  const auto kernel = p.scale == Sobel::kHalf ? sobel<true> : sobel<false>;
  kernel<<<covering_strips(p), kStripBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block raises the maximum by atomicMax", run};

}  // namespace
