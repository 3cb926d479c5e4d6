/// @file
/// @brief Take 32 columns at a time: their tiles in shared memory, so that the rest of L is read and written once for all 32.
///
/// Change from v2: each step is blocked. The tile on the diagonal is decomposed in shared memory; the tiles below it, the panel, are
/// solved against it there; and a tile of the rest takes a product of two panel tiles in place of 32 products of numbers.
/// Look at: `./lockstep run 08 --kernel v2,v3`: *moved/needed*, and the number of launches in `--profile`.
#include "copy_lower.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "pivot.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

__global__ void decompose_diagonal(const Cholesky::Device p, std::int64_t first) {
  __shared__ Tile tile;
  const unsigned r = threadIdx.y, c = threadIdx.x;
  load_tile(tile, p, first, first);
  for (unsigned k = 0; k < kTile && first + k < p.n; ++k) {  // the last tile may be smaller
    __syncthreads();  // the tile must be there; after that, column k must have all that was subtracted from it
    const float pivot = tile[k][k], root = sqrtf(pivot);
    if (c == k && r > k) tile[r][k] /= root;
    __syncthreads();  // column k must be divided before it is used, and the pivot read before its root replaces it
    if (c == k && r == k) {
      tile[k][k] = root;
      report_pivot(pivot, first + k, p.info);
    }
    if (c > k && c <= r) tile[r][c] -= tile[r][k] * tile[c][k];
  }
  if (c <= r) store(p, first + r, first + c, tile[r][c]);  // no barrier: a thread wrote what it stores
}

/// Solves X · Tᵀ = the tile in rows from `row` on, where T is the tile on the diagonal.
__global__ void solve_panel(const Cholesky::Device p, std::int64_t first) {
  __shared__ Tile diagonal, tile;
  const unsigned r = threadIdx.y, c = threadIdx.x;
  const std::int64_t row = first + (1 + std::int64_t{blockIdx.x}) * kTile;
  load_tile(diagonal, p, first, first);
  load_tile(tile, p, row, first);
  for (unsigned k = 0; k < kTile; ++k) {
    __syncthreads();  // as in decompose_diagonal()
    if (c == k) tile[r][k] /= diagonal[k][k];
    __syncthreads();
    if (c > k) tile[r][c] -= tile[r][k] * diagonal[c][k];
  }
  store(p, row + r, first + c, tile[r][c]);
}

/// Subtracts the product of two panel tiles from a tile of the rest.
__global__ void update(const Cholesky::Device p, std::int64_t first) {
  if (blockIdx.x > blockIdx.y) return;  // right of the diagonal
  __shared__ Tile left, above;
  const unsigned r = threadIdx.y, c = threadIdx.x;
  const std::int64_t row = first + (1 + std::int64_t{blockIdx.y}) * kTile, column = first + (1 + std::int64_t{blockIdx.x}) * kTile;
  load_tile(left, p, row, first);
  load_tile(above, p, column, first);
  __syncthreads();  // threads read what others have loaded
  float sum = 0;
  for (unsigned k = 0; k < kTile; ++k) sum += left[r][k] * above[c][k];
  if (column + c <= row + r) store(p, row + r, column + c, load(p, row + r, column + c) - sum);
}

void run(const Cholesky::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kTile);
  const dim3 block(kTile, kTile);

  copy_lower(p, launch.stream);
  for (std::int64_t first = 0; first < p.n; first += kTile) {  // each kernel starts when the one before it is done: one stream
    decompose_diagonal<<<1, block, 0, launch.stream>>>(p, first);
    lockstep::check_launch();
    if (first + kTile >= p.n) break;  // nothing is below the last tile
    const unsigned tiles = lockstep::covering_blocks(p.n - first - kTile, kTile, lockstep::kMostBlocksYZ);
    solve_panel<<<tiles, block, 0, launch.stream>>>(p, first);
    lockstep::check_launch();
    update<<<dim3(tiles, tiles), block, 0, launch.stream>>>(p, first);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "32 columns a step, tiles in shared memory", run};

}  // namespace
