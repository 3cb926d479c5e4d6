/// @file
/// @brief Let a thread go down a column of the tile: of the three rows under its window, two were there a step before.
///
/// Change from v4: a tile of 64 rows, of which a thread takes eight, one below the other; it reads three new words a step, not nine.
/// Look at: `./lockstep run 07 --kernel v4,v5`: wavefronts, bytes moved, and barriers, all for the same picture.
#include "four_pixels.hpp"
#include "lockstep/cuda.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace {

constexpr unsigned kSteps = 8;                                       // rows that a thread takes
constexpr unsigned kRows = kBlock / kWarp * kSteps;                  // of the tile
constexpr unsigned kTileColumns = kWarp + 2, kTileRows = kRows + 2;  // words; with the apron

__global__ void sobel(const Sobel::Device p, std::uint32_t* partial) {
  __shared__ unsigned tile[kTileRows][kTileColumns];
  const std::int64_t first_x = std::int64_t{blockIdx.x} * kWarp * kFour, first_y = std::int64_t{blockIdx.y} * kRows;

  for (unsigned i = threadIdx.y * kWarp + threadIdx.x; i < kTileRows * kTileColumns; i += kBlock) {
    const unsigned row = i / kTileColumns, column = i % kTileColumns;
    tile[row][column] = load_word(nearest_row(p, first_y + row - 1), first_x + (std::int64_t{column} - 1) * kFour, p.width);
  }
  __syncthreads();  // a thread reads what others have brought

  const std::int64_t x = first_x + threadIdx.x * kFour;
  const unsigned top = threadIdx.y * kSteps;
  const auto six = [&](unsigned row) {
    const unsigned* const words = tile[row] + threadIdx.x;
    return middle_of(words[0], words[1], words[2]);
  };
  std::uint32_t m = 0;
  Six upper = six(top), middle = six(top + 1);
  for (unsigned row = top; row < top + kSteps; ++row) {
    const std::int64_t y = first_y + row;
    if (x >= p.width || y >= p.height) break;  // blocks hang over both edges
    const Six lower = six(row + 2);
    store_word(p.edges + y * p.pitch + x, edges_of(upper, middle, lower, p.scale, p.width - x, m),
               p.width - x);
    upper = middle, middle = lower;  // the window slides
  }
  const std::uint32_t greatest = tree_maximum(m);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kBlock);
  const dim3 block(kWarp, kBlock / kWarp), grid = covering_tiles(p, kFour * kWarp, kRows);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  sobel<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.maximum);  // starts when all is done
  lockstep::check_launch();
}

const Version version{__FILE__, "a window slides down the tile: three of nine words are new", run};

}  // namespace
