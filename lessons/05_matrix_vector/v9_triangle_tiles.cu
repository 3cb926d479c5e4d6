/// @file
/// @brief Collect both sums of a tile in the block, and add to y once per row and column of the
/// tile.
///
/// Change from v8: a block has a tile of 128 x 128 elements of the triangle, and a warp one row of
/// it at a time, four columns a lane. The columns' sums stay in registers while the warp goes down.
/// Look at: `./lockstep run 05 --kernel v8,v9`: a tile adds 256 numbers to y, not 16,384.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/device/triangle_tile.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

using lockstep::TriangleTile;
using TileSums = lockstep::TriangleTileSums;

constexpr unsigned kBlock = 256;  // threads

/// Fills the tile's sums. The diagonal counts across, not down.
__device__ void add_tile(const float* __restrict__ a, std::int64_t pitch,
                         const float* __restrict__ x, std::int64_t n, TriangleTile tile,
                         const TileSums& sums) {
  const std::int64_t j = tile.column + 4 * lockstep::lane();  // this lane's four columns
  const float4 xj = lockstep::load_part(x, j, n);
  float4 down = {0, 0, 0, 0};
  for (unsigned r = lockstep::warp(); r < TriangleTile::kSide; r += blockDim.x / 32) {
    const std::int64_t i = tile.row + r;
    // A quad that lies wholly above the diagonal is not read.
    const bool below = i < n && j <= i;
    const float4 element = below ? lockstep::load_quad(a + i * pitch + j) : float4{0, 0, 0, 0};
    const float xi = i < n ? x[i] : 0;

    const float4 with_diagonal = lockstep::first_of(element, i - j + 1);
    const float across = lockstep::warp_sum(lockstep::dot4(with_diagonal, xj));
    if (lockstep::lane() == 0) sums.across[r] = across;
    down = lockstep::add_scaled(down, xi, lockstep::first_of(element, i - j));
  }
  const unsigned c = 4 * lockstep::lane();
  lockstep::store_quad(sums.down + lockstep::warp() * TriangleTile::kSide + c, down);
}

__global__ void __launch_bounds__(1024)
    multiply(const float* __restrict__ a, std::int64_t pitch, const float* __restrict__ x,
             float* __restrict__ y, std::int64_t n) {
  extern __shared__ float shared[];
  const TileSums sums(shared);
  const TriangleTile tile = TriangleTile::at(blockIdx.x);
  add_tile(a, pitch, x, n, tile, sums);
  __syncthreads();  // all warps' sums must be there

  for (unsigned k = threadIdx.x; k < TriangleTile::kSide; k += blockDim.x) {
    if (tile.row + k < n) atomicAdd(&y[tile.row + k], sums.across[k]);
    if (tile.column + k < n) atomicAdd(&y[tile.column + k], sums.down_sum(k));
  }
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const std::int64_t side = lockstep::ceil_div<std::int64_t>(p.n, TriangleTile::kSide);
  const unsigned grid = lockstep::covering_blocks(TriangleTile::count(side), 1);
  const auto bytes = static_cast<std::size_t>(p.n) * sizeof(float);

  lockstep::check(cudaMemsetAsync(p.y, 0, bytes, launch.stream));  // the blocks add to it
  multiply<<<grid, block, TileSums::bytes(block), launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized,
                      "tiles of the triangle; two sums leave each", run};

}  // namespace
