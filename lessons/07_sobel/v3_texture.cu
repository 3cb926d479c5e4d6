/// @file
/// @brief Read through the texture unit, which knows the borders of the picture and has a cache that goes by neighbourhood.
///
/// Change from v2: six reads of a pixel from each row, by column and row as real numbers; no address, and no test at any border.
/// Look at: `./lockstep run 07 --kernel v2,v3`: the sectors of loads are gone, for these reads are none; and the time on a GPU.
#include "four_pixels.hpp"
#include "lockstep/cuda.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "texture.hpp"
#include "tiles.hpp"

namespace {

__device__ Six read_six(cudaTextureObject_t texture, std::int64_t x, std::int64_t y) {
  Six six{pixel(texture, x - 1, y), 0, pixel(texture, x + 4, y)};
  for (int i = 0; i < 4; ++i) six.word |= pixel(texture, x + i, y) << 8 * i;
  return six;
}

__global__ void sobel(const Sobel::Device p, cudaTextureObject_t texture, std::uint32_t* partial) {
  const std::int64_t x = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * kFour;
  const std::int64_t y = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;

  std::uint32_t m = 0;
  if (x < p.width && y < p.height) {  // blocks hang over both edges: what is read there is harmless, what is written is not
    const Six upper = read_six(texture, x, y - 1), middle = read_six(texture, x, y), lower = read_six(texture, x, y + 1);
    store_word(p.edges + y * p.pitch + x, edges_of(upper, middle, lower, p.scale, p.width - x, m),
               p.width - x);
  }
  const std::uint32_t greatest = tree_maximum(m);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const dim3 block = block_of_rows(launch), grid = covering_tiles(p, kFour * block.x, block.y);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  sobel<<<grid, block, 0, launch.stream>>>(p, texture_of(p), partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.maximum);  // starts when all is done
  lockstep::check_launch();
}

const Version version{__FILE__, "pixels through the texture unit, which knows the borders", run};

}  // namespace
