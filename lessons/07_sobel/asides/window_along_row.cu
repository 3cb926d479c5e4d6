/// @file
/// @brief Slide the window along the row: nine reads for the first pixel, three for the next.
///
/// Change from texture_tile: a thread takes four pixels of a row. With each step to the right, six
/// of the nine pixels under its window are in registers already. It writes the four edges at once.
/// Look at: `./lockstep run 07 --kernel texture_tile,window_along_row`: wavefronts. Lanes read
/// bytes that are four apart, each from a bank of its own: no conflict.
#include "four_pixels.hpp"
#include "lockstep/cuda.hpp"
#include "magnitude.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "texture.hpp"
#include "tiles.hpp"

namespace {

constexpr unsigned kRows = kBlock / kWarp;  // of the block, and of its tile
constexpr unsigned kColumns = kWarp * kFour;
constexpr unsigned kTileColumns = kColumns + 2, kTileRows = kRows + 2;  // pixels; with the apron

/// Three pixels, one below the other.
struct Column {
  int upper, middle, lower;
};

__device__ unsigned magnitude_between(Column left, Column middle, Column right, unsigned scale) {
  return magnitude(left.upper, middle.upper, right.upper, left.middle, right.middle, left.lower,
                   middle.lower, right.lower, scale);
}

__global__ void sobel(const Sobel::Device p, cudaTextureObject_t texture, std::uint32_t* partial) {
  __shared__ std::uint8_t tile[kTileRows][kTileColumns];
  const std::int64_t first_x = std::int64_t{blockIdx.x} * kColumns;
  const std::int64_t first_y = std::int64_t{blockIdx.y} * kRows;

  for (unsigned i = threadIdx.y * kWarp + threadIdx.x; i < kTileRows * kTileColumns; i += kBlock) {
    const unsigned row = i / kTileColumns, column = i % kTileColumns;
    tile[row][column] =
        static_cast<std::uint8_t>(pixel(texture, first_x + column - 1, first_y + row - 1));
  }
  __syncthreads();  // a thread reads what others have brought

  const std::int64_t x = first_x + threadIdx.x * kFour, y = first_y + threadIdx.y;
  const auto column = [&](unsigned i) {
    const unsigned place = threadIdx.x * kFour + i;
    return Column{tile[threadIdx.y][place], tile[threadIdx.y + 1][place],
                  tile[threadIdx.y + 2][place]};
  };
  std::uint32_t greatest = 0;
  if (x < p.width && y < p.height) {  // blocks hang over both edges
    Column left = column(0), middle = column(1);
    unsigned edges = 0;
#pragma unroll
    for (unsigned i = 0; i < kFour; ++i) {
      const Column right = column(i + 2);
      const std::uint32_t m = magnitude_between(left, middle, right, p.scale);
      edges |= min(m, kWhite) << 8 * i;
      if (x + i < p.width) greatest = max(greatest, m);
      left = middle, middle = right;  // the window slides
    }
    store_word(p.edges + y * p.pitch + x, edges, p.width - x);
  }
  greatest = tree_maximum(greatest);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kBlock);
  const dim3 block(kWarp, kRows), grid = covering_tiles(p, kColumns, kRows);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  sobel<<<grid, block, 0, launch.stream>>>(p, texture_of(p), partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y,
                                                         p.maximum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a window slides along four pixels of a row", run};

}  // namespace
