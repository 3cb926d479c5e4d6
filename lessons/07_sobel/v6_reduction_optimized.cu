/// @file
/// @brief Do without shared memory: sixteen pixels a thread, the rows of its window in registers, two pixels in each addition.
///
/// Change from v5: 16-byte loads, the next row on its way; a lane has its neighbours' pixels by shuffles; the greatest magnitude, too.
/// Look at: `./lockstep run 07 --kernel v5,v6`: wavefronts, hardly one left; *moved/needed*; barriers.
#include "lockstep/cuda.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "strip.hpp"
#include "tiles.hpp"

namespace {

template <bool kHalved>
__global__ void __launch_bounds__(kStripBlock, kStripBlocks)
    sobel(const Sobel::Device p, std::uint32_t* partial) {
  const std::uint32_t greatest = block_maximum(edges_of_strip<kHalved>(p));
  if (threadIdx.x == 0) partial[tile_number()] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kStripBlock);
  const dim3 grid = covering_strips(p);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  const auto kernel = p.scale == Sobel::kHalf ? sobel<true> : sobel<false>;
  kernel<<<grid, kStripBlock, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.maximum);  // starts when all is done
  lockstep::check_launch();
}

const Version version{__FILE__, "16 pixels a thread, rows in registers, packed arithmetic; shuffles", run};

}  // namespace
