/// @file
/// @brief Read a tile of B along its rows, and turn it in shared memory.
///
/// Change from v2: a block brings its tile of B by coalesced loads first; what a thread needs of it, another thread has loaded.
/// Look at: `./lockstep run 02 --kernel v2,v3`: sectors a load, and what the turning costs: 31 bank conflicts in each read of the tile.
#include "lockstep/cuda.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

__global__ void add(const MatrixAdd::Device p, float* partial) {
  __shared__ float tile[kTile][kTile];  // of B, as it lies there
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile, first_row = std::int64_t{blockIdx.y} * kTile;

  const std::int64_t b_column = first_row + threadIdx.x, b_row = first_column + threadIdx.y;  // C's rows are B's columns
  if (b_column < p.height && b_row < p.width)                                                 // blocks hang over both edges of B, too
    tile[threadIdx.y][threadIdx.x] = p.b[b_row * p.b_pitch + b_column];
  __syncthreads();  // a thread reads what others have written

  const std::int64_t column = first_column + threadIdx.x, row = first_row + threadIdx.y;
  float c = 0;
  if (column < p.width && row < p.height) {                            // blocks hang over both edges
    c = p.a[row * p.pitch + column] + tile[threadIdx.x][threadIdx.y];  // down a column: all lanes in one bank
    p.c[row * p.pitch + column] = c;
  }
  const float sum = tree_sum(c * c);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kTile);
  const dim3 block(kTile, kTile), grid = covering_tiles(p, block.x, block.y);
  float* partial = launch.scratch<float>(std::size_t{grid.x} * grid.y);

  add<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.norm);  // starts when every block is done
  lockstep::check_launch();
}

const Version version{__FILE__, "a tile of B is read along its rows, and turned in shared memory", run};

}  // namespace
