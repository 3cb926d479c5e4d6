/// @file
/// @brief Let the threads of a warp lie along a row of C, so that neighbours read and write neighbours, in A and in C.
///
/// Change from v1: a thread for each element, in blocks of two dimensions; a block adds its squares as a tree.
/// Look at: `./lockstep run 02 --kernel v1,v2`: sectors a store, 32 and 4. Loads are no better: now it is B's that lie far apart.
#include "lockstep/cuda.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void add(const MatrixAdd::Device p, float* partial) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;

  float c = 0;
  if (column < p.width && row < p.height) {                           // blocks hang over both edges
    c = p.a[row * p.pitch + column] + p.b[column * p.b_pitch + row];  // neighbours: A side by side, 4 sectors; B a row apart, 32
    p.c[row * p.pitch + column] = c;
  }
  const float sum = tree_sum(c * c);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned threads = launch.power_of_two_block_or(kBlock);
  if (threads < kTile) throw lockstep::UsageError("--block " + std::to_string(threads) + ": this version needs 32 or more");
  const dim3 block(kTile, threads / kTile), grid = covering_tiles(p, block.x, block.y);
  float* partial = launch.scratch<float>(std::size_t{grid.x} * grid.y);

  add<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.norm);  // starts when every block is done
  lockstep::check_launch();
}

const Version version{__FILE__, "2-D blocks: neighbouring threads take neighbouring columns", run};

}  // namespace
