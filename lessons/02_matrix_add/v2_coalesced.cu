/// @file
/// @brief Lay a warp along a row of C: neighbouring lanes read and write neighbours in A and C.
///
/// Change from v1: a thread for each element, in two-dimensional blocks; a block adds its squares
/// as a tree.
/// Look at: `./lockstep run 02 --kernel v1,v2`: sectors a store, 31.9 and 3.9. The loads of B are
/// the bad ones now.
#include "lockstep/cuda.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

constexpr unsigned kTile = 32;     // columns of a block: those of one warp
constexpr unsigned kBlock = 1024;  // threads

__global__ void add(const MatrixAdd::Device p, float* partial) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;

  float sum = 0;
  // Blocks hang over both edges.
  if (row < p.height && column < p.width) {
    // Neighbouring lanes take A and C side by side: 4 sectors. They take B a row apart: 32.
    const float c = p.a[row * p.pitch + column] + p.b[column * p.b_pitch + row];
    p.c[row * p.pitch + column] = c;
    sum += c * c;
  }
  sum = tree_sum(sum);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned threads = launch.whole_warps_block_or(kBlock);
  const dim3 block(kTile, threads / kTile), grid = covering_tiles(p, block.x, block.y);
  const std::int64_t tiles = std::int64_t{grid.x} * grid.y;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(tiles));

  add<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, tiles, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "2-D blocks: neighbouring threads take neighbouring columns", run};

}  // namespace
