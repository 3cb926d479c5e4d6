/// @file
/// @brief Store each tile's sums and add them in a fixed order: y has the same bits in every run.
///
/// Change from v10: no atomics. A block stores its sums; a second kernel adds, for each element of
/// y, one sum of each tile. (v10's add_tile is in the device kit now, as lesson 09 needs it, too.)
/// Look at: `./lockstep run 05 --kernel v10,v11`: what the second kernel costs, against atomics.
#include "lockstep/cuda.hpp"
#include "lockstep/device/triangle_tile.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

using lockstep::TriangleTile;
using TileSums = lockstep::TriangleTileSums;

constexpr unsigned kBlock = 256;  // threads

/// With s tiles along the diagonal, y[i] has s + 1 sums, partial[0][i] to partial[s][i]. Let i be
/// in tile row r (from 0). The tiles to its left, and the one on the diagonal, give it sums 0 to
/// r; those below it, and again the one on the diagonal, sums r + 1 to s.
__global__ void __launch_bounds__(1024)
    multiply(const float* __restrict__ a, std::int64_t pitch, const float* __restrict__ x,
             float* __restrict__ partial, std::int64_t n) {
  extern __shared__ float shared[];
  const TileSums sums(shared);
  const TriangleTile tile = TriangleTile::at(blockIdx.x);
  lockstep::add_triangle_tile(a, pitch, x, n, tile, sums);
  __syncthreads();  // all warps' sums must be there

  for (unsigned k = threadIdx.x; k < TriangleTile::kSide; k += blockDim.x) {
    const std::int64_t left = tile.column / TriangleTile::kSide;
    const std::int64_t below = tile.row / TriangleTile::kSide + 1;
    if (tile.row + k < n) partial[left * n + tile.row + k] = sums.across[k];
    if (tile.column + k < n) partial[below * n + tile.column + k] = sums.down_sum(k);
  }
}

/// A block has 32 elements of y; its warps share the sums of each.
__global__ void add_partials(const float* __restrict__ partial, std::int64_t count,
                             float* __restrict__ y, std::int64_t n) {
  __shared__ float sums[32][32];  // of each warp and element
  const std::int64_t i = std::int64_t{blockIdx.x} * 32 + lockstep::lane();
  float sum = 0;
  if (i < n)
    for (std::int64_t k = lockstep::warp(); k < count; k += blockDim.x / 32)
      sum += partial[k * n + i];
  sums[lockstep::warp()][lockstep::lane()] = sum;
  __syncthreads();  // all warps' sums must be there before the first warp adds them
  if (lockstep::warp() != 0 || i >= n) return;
  for (unsigned w = 1; w < blockDim.x / 32; ++w) sum += sums[w][lockstep::lane()];
  y[i] = sum;
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const std::int64_t side = lockstep::ceil_div<std::int64_t>(p.n, TriangleTile::kSide);
  float* partial = launch.scratch<float>(static_cast<std::size_t>((side + 1) * p.n));

  const unsigned grid = lockstep::covering_blocks(TriangleTile::count(side), 1);
  multiply<<<grid, block, TileSums::bytes(block), launch.stream>>>(p.a, p.pitch, p.x, partial, p.n);
  lockstep::check_launch();
  add_partials<<<lockstep::covering_blocks(p.n, 32), block, 0, launch.stream>>>(partial, side + 1,
                                                                                p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "a second kernel instead of atomics: a fixed order", run};

}  // namespace
