/// @file
/// @brief Add the squares of a block by warp shuffles, without a tree in shared memory.
///
/// Change from v5: block_sum() replaces tree_sum(): a warp adds by shuffles, then the
/// first warp adds the warps' sums, after one barrier where the tree had eight.
/// Look at: `./lockstep run 02 --kernel v5,v6`: barriers, 1729 and 385; wavefronts, 21.0k and
/// 14.0k.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

constexpr unsigned kTile = 32;      // columns and rows
constexpr unsigned kThreads = 256;  // of a block: eight warps
constexpr unsigned kRows = 4;       // of the tile, for each thread

__global__ void add(const MatrixAdd::Device p, float* partial) {
  // A tile of B, as it lies in B. The last column stays empty.
  __shared__ float tile[kTile][kTile + 1];
  __shared__ lockstep::WarpSums<float> warp_sums;
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile;
  const std::int64_t first_row = std::int64_t{blockIdx.y} * kTile;
  // A warp takes a whole row of the tile, and then every eighth row below it.
  const unsigned lane = lockstep::lane(), warp = lockstep::warp();
  const std::int64_t b_column = first_row + lane, column = first_column + lane;

  // All eight loads are on their way before the first of them is used.
  float a[kRows] = {}, b[kRows] = {};
  for (unsigned k = 0; k < kRows; ++k) {
    const std::int64_t row = first_row + warp + 8 * k;
    if (row < p.height && column < p.width) a[k] = p.a[row * p.pitch + column];
  }
  for (unsigned k = 0; k < kRows; ++k) {
    const std::int64_t b_row = first_column + warp + 8 * k;
    if (b_row < p.width && b_column < p.height) b[k] = p.b[b_row * p.b_pitch + b_column];
  }
  for (unsigned k = 0; k < kRows; ++k) tile[warp + 8 * k][lane] = b[k];
  __syncthreads();

  float sum = 0;
  for (unsigned k = 0; k < kRows; ++k) {
    const unsigned r = warp + 8 * k;
    const std::int64_t row = first_row + r;
    if (row < p.height && column < p.width) {
      const float c = a[k] + tile[lane][r];
      p.c[row * p.pitch + column] = c;
      sum += c * c;
    }
  }
  sum = lockstep::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) partial[tile_number()] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kThreads);
  const dim3 grid = covering_tiles(p, kTile, kTile);
  const std::int64_t tiles = std::int64_t{grid.x} * grid.y;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(tiles));

  add<<<grid, kThreads, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, tiles, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "warps add by shuffles, no tree", run};

}  // namespace
