/// @file
/// @brief Fill the block's tile from a texture, byte by byte, and give each thread one pixel of it.
///
/// Beside v4: the texture unit clamps at the border, so no thread asks where it is. The tile holds
/// bytes, as the texture does, and a thread reads its eight neighbours from it one by one.
/// Look at: `./lockstep run 07 --kernel v4,texture_tile`: wavefronts. Four lanes share a word of
/// the tile, which is no conflict. But a warp reads 32 bytes at a time, where v4 reads 128.
#include "lockstep/cuda.hpp"
#include "magnitude.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "texture.hpp"
#include "tiles.hpp"

namespace {

constexpr unsigned kRows = kBlock / kWarp;  // of the block, and of its tile
constexpr unsigned kTileColumns = kWarp + 2, kTileRows = kRows + 2;  // pixels; with the apron

__global__ void sobel(const Sobel::Device p, cudaTextureObject_t texture, std::uint32_t* partial) {
  __shared__ std::uint8_t tile[kTileRows][kTileColumns];
  const std::int64_t first_x = std::int64_t{blockIdx.x} * kWarp;
  const std::int64_t first_y = std::int64_t{blockIdx.y} * kRows;

  for (unsigned i = threadIdx.y * kWarp + threadIdx.x; i < kTileRows * kTileColumns; i += kBlock) {
    const unsigned row = i / kTileColumns, column = i % kTileColumns;
    tile[row][column] =
        static_cast<std::uint8_t>(pixel(texture, first_x + column - 1, first_y + row - 1));
  }
  __syncthreads();  // a thread reads what others have brought

  const std::int64_t x = first_x + threadIdx.x, y = first_y + threadIdx.y;
  std::uint32_t m = 0;
  if (x < p.width && y < p.height) {  // blocks hang over both edges
    const unsigned l = threadIdx.x, c = l + 1, r = l + 2;
    const std::uint8_t* const upper = tile[threadIdx.y];
    const std::uint8_t* const middle = tile[threadIdx.y + 1];
    const std::uint8_t* const lower = tile[threadIdx.y + 2];
    m = magnitude(upper[l], upper[c], upper[r], middle[l], middle[r], lower[l], lower[c], lower[r],
                  p.scale);
    p.edges[y * p.pitch + x] = static_cast<std::uint8_t>(min(m, kWhite));
  }
  const std::uint32_t greatest = tree_maximum(m);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kBlock);
  const dim3 block(kWarp, kRows), grid = covering_tiles(p, kWarp, kRows);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  sobel<<<grid, block, 0, launch.stream>>>(p, texture_of(p), partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y,
                                                         p.maximum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a tile of bytes in shared memory, from a texture", run};

}  // namespace
