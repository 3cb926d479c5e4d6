/// @file
/// @brief Give each block a row of the picture: its threads stride along it and read by texture.
///
/// Beside v3: a grid of one dimension, and one pixel a thread in each step. The rows above and
/// below belong to other blocks, so only the cache can spare a row its second and third reading.
/// Look at: `./lockstep run 07 --kernel v3,texture_rows`: a store of a warp is 32 bytes, not 128.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "magnitude.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "texture.hpp"
#include "tiles.hpp"

namespace {

__global__ void sobel(const Sobel::Device p, cudaTextureObject_t texture, std::uint32_t* partial) {
  const std::int64_t y = blockIdx.x;
  std::uint32_t greatest = 0;
  for (std::int64_t x = threadIdx.x; x < p.width; x += blockDim.x) {
    const auto neighbour = [&](int right, int down) {
      return static_cast<int>(pixel(texture, x + right, y + down));
    };
    const std::uint32_t m =  // of eight neighbours: the pixel in the middle has no weight
        magnitude(neighbour(-1, -1), neighbour(0, -1), neighbour(1, -1), neighbour(-1, 0),
                  neighbour(1, 0), neighbour(-1, 1), neighbour(0, 1), neighbour(1, 1), p.scale);
    p.edges[y * p.pitch + x] = static_cast<std::uint8_t>(min(m, kWhite));
    greatest = max(greatest, m);
  }
  greatest = block_maximum(greatest);
  if (threadIdx.x == 0) partial[blockIdx.x] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.height, 1);
  auto* partial = launch.scratch<std::uint32_t>(grid);

  sobel<<<grid, block, 0, launch.stream>>>(p, texture_of(p), partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, grid, p.maximum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a block a row, threads stride along it, texture", run};

}  // namespace
