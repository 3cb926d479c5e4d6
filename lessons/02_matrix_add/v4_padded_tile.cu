/// @file
/// @brief Make the rows of the tile one element longer: a column of it then lies in 32 banks.
///
/// Change from v3: the tile has 33 columns, of which 32 are used; nothing else.
/// Look at: `./lockstep run 02 --kernel v3,v4`: bank conflicts, 190 thousand and none.
#include "lockstep/cuda.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

constexpr unsigned kTile = 32;  // columns and rows

__global__ void add(const MatrixAdd::Device p, float* partial) {
  // A tile of B, as it lies in B. The last column stays empty.
  __shared__ float tile[kTile][kTile + 1];
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile;
  const std::int64_t first_row = std::int64_t{blockIdx.y} * kTile;

  const std::int64_t b_column = first_row + threadIdx.x, b_row = first_column + threadIdx.y;
  if (b_row < p.width && b_column < p.height) {
    tile[threadIdx.y][threadIdx.x] = p.b[b_row * p.b_pitch + b_column];
  }
  __syncthreads();

  const std::int64_t column = first_column + threadIdx.x, row = first_row + threadIdx.y;
  float sum = 0;
  if (row < p.height && column < p.width) {
    // Down a column of the tile: 33 words apart, so each lane has a bank of its own.
    const float c = p.a[row * p.pitch + column] + tile[threadIdx.x][threadIdx.y];
    p.c[row * p.pitch + column] = c;
    sum += c * c;
  }
  sum = tree_sum(sum);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kTile);
  const dim3 block(kTile, kTile), grid = covering_tiles(p, kTile, kTile);
  const std::int64_t tiles = std::int64_t{grid.x} * grid.y;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(tiles));

  add<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, tiles, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::shared_memory, "an empty column ends bank conflicts", run};

}  // namespace
