/// @file
/// @brief Bring a tile of the picture into shared memory once, with an apron of one row and one word around it.
///
/// Change from v3: a block reads 10 rows for its 8, in words, and its threads take the nine words of each from the tile.
/// Look at: `./lockstep run 07 --kernel v2,v4`: *bytes moved*, and wavefronts without a bank conflict.
#include "four_pixels.hpp"
#include "lockstep/cuda.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace {

constexpr unsigned kRows = kBlock / kWarp;                           // of the block, and of its tile
constexpr unsigned kTileColumns = kWarp + 2, kTileRows = kRows + 2;  // words; with the apron

__global__ void sobel(const Sobel::Device p, std::uint32_t* partial) {
  __shared__ unsigned tile[kTileRows][kTileColumns];
  const std::int64_t first_x = std::int64_t{blockIdx.x} * kWarp * kFour, first_y = std::int64_t{blockIdx.y} * kRows;

  for (unsigned i = threadIdx.y * kWarp + threadIdx.x; i < kTileRows * kTileColumns; i += kBlock) {
    const unsigned row = i / kTileColumns, column = i % kTileColumns;
    tile[row][column] = load_word(nearest_row(p, first_y + row - 1), first_x + (std::int64_t{column} - 1) * kFour, p.width);
  }
  __syncthreads();  // a thread reads what others have brought

  const std::int64_t x = first_x + threadIdx.x * kFour, y = first_y + threadIdx.y;
  const auto six = [&](unsigned row) {
    const unsigned* const words = tile[threadIdx.y + row] + threadIdx.x;
    return middle_of(words[0], words[1], words[2]);
  };
  std::uint32_t m = 0;
  if (x < p.width && y < p.height)  // blocks hang over both edges
    store_word(p.edges + y * p.pitch + x,
               edges_of(six(0), six(1), six(2), p.scale, p.width - x, m), p.width - x);
  const std::uint32_t greatest = tree_maximum(m);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kBlock);
  const dim3 block(kWarp, kRows), grid = covering_tiles(p, kFour * kWarp, kRows);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  sobel<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.maximum);  // starts when all is done
  lockstep::check_launch();
}

const Version version{__FILE__, "a tile with an apron in shared memory", run};

}  // namespace
