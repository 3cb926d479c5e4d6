/// @file
/// @brief Give each tile's sums a place of their own, and add them in a fixed order: the same bits each time.
///
/// Change from v6: no atomics. A block leaves its sums in memory; a second kernel adds, for each element of y, one sum of each tile.
/// Look at: `./lockstep run 05 --kernel v6,v7`: what the second kernel costs, against atomics.
#include "lockstep/cuda.hpp"
#include "lockstep/device/triangle_tile.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

using lockstep::TriangleTile;
using TileSums = lockstep::TriangleTileSums;

constexpr unsigned kBlock = 256;  // threads

/// With s tiles along the diagonal, y[i] has s + 1 sums, sums[0][i] to sums[s][i]. Let i be a row of the r-th row of tiles. The tiles to
/// its left, with the one on the diagonal, give it sums 0 to r; those below it, again with the one on the diagonal, sums r + 1 to s.
__global__ void __launch_bounds__(1024)
    multiply(const float* __restrict__ a, std::int64_t pitch, const float* __restrict__ x, float* __restrict__ partial, std::int64_t n) {
  extern __shared__ float shared[];
  const TileSums sums(shared);
  const TriangleTile tile = TriangleTile::at(blockIdx.x);
  lockstep::add_triangle_tile(a, pitch, x, n, tile, sums);
  __syncthreads();  // all warps' sums must be there

  for (unsigned k = threadIdx.x; k < TriangleTile::kSide; k += blockDim.x) {
    if (tile.row + k < n) partial[tile.column / TriangleTile::kSide * n + tile.row + k] = sums.across[k];
    if (tile.column + k < n) partial[(tile.row / TriangleTile::kSide + 1) * n + tile.column + k] = sums.down_sum(k);
  }
}

/// A block has 32 elements of y; its warps share the sums of each.
__global__ void add_partials(const float* __restrict__ partial, std::int64_t count, float* __restrict__ y, std::int64_t n) {
  __shared__ float sums[32][32];  // of each warp and element
  const std::int64_t i = std::int64_t{blockIdx.x} * 32 + lockstep::lane();
  float sum = 0;
  if (i < n)
    for (std::int64_t k = lockstep::warp(); k < count; k += blockDim.x / 32) sum += partial[k * n + i];
  sums[lockstep::warp()][lockstep::lane()] = sum;
  __syncthreads();  // all warps' sums must be there before the first warp adds them
  if (lockstep::warp() != 0 || i >= n) return;
  for (unsigned w = 1; w < blockDim.x / 32; ++w) sum += sums[w][lockstep::lane()];
  y[i] = sum;
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const std::int64_t side = lockstep::ceil_div<std::int64_t>(p.n, TriangleTile::kSide);
  float* partial = launch.scratch<float>(static_cast<std::size_t>((side + 1) * p.n));

  const unsigned grid = lockstep::covering_blocks(TriangleTile::count(side), 1);
  multiply<<<grid, block, TileSums::bytes(block), launch.stream>>>(p.a, p.pitch, p.x, partial, p.n);
  lockstep::check_launch();
  add_partials<<<lockstep::covering_blocks(p.n, 32), block, 0, launch.stream>>>(partial, side + 1, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one triangle, and a second kernel in place of atomics", run};

}  // namespace
