/// @file
/// @brief Read and write words: four pixels a thread, so that a warp asks for 128 bytes at a time, and not for 32.
///
/// Change from v1: nine words for four pixels, three of each row, where v1 reads 32 bytes one by one.
/// Look at: `./lockstep run 07 --kernel v1,v2`: *bytes moved*, and, with `--profile`, the number of requests.
#include "four_pixels.hpp"
#include "lockstep/cuda.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace {

__device__ Six load_six(const std::uint8_t* row, std::int64_t x, std::int64_t width) {
  return middle_of(load_word(row, x - 4, width), load_word(row, x, width), load_word(row, x + 4, width));
}

__global__ void sobel(const Sobel::Device p, std::uint32_t* partial) {
  const std::int64_t x = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * kFour;
  const std::int64_t y = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;

  std::uint32_t m = 0;
  if (x < p.width && y < p.height) {  // blocks hang over both edges
    const Six upper = load_six(nearest_row(p, y - 1), x, p.width), middle = load_six(nearest_row(p, y), x, p.width),
              lower = load_six(nearest_row(p, y + 1), x, p.width);
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

  sobel<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.maximum);  // starts when all is done
  lockstep::check_launch();
}

const Version version{__FILE__, "four pixels a thread, read and written as words", run};

}  // namespace
