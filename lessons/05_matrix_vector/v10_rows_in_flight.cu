/// @file
/// @brief Keep eight rows of the tile in flight: a warp loads them all before it multiplies the
/// first.
///
/// Change from v9: the loop over the tile's rows takes eight at a time.
/// Look at: `./lockstep run 05 --kernel v9,v10`: the same counters; the gain is in time, on a GPU.
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
constexpr int kRows = 8;          // rows whose loads a warp has in flight at once

/// Fills the tile's sums. The diagonal counts across, not down.
__device__ void add_tile(const float* __restrict__ a, std::int64_t pitch,
                         const float* __restrict__ x, std::int64_t n, TriangleTile tile,
                         const TileSums& sums) {
  const std::int64_t j = tile.column + 4 * lockstep::lane();  // this lane's four columns
  const float4 xj = lockstep::load_part(x, j, n);
  float4 down = {0, 0, 0, 0};
  const unsigned step = kRows * blockDim.x / 32;
  for (unsigned r = kRows * lockstep::warp(); r < TriangleTile::kSide; r += step) {
    float4 element[kRows];
    float xi[kRows];
    for (int k = 0; k < kRows; ++k) {
      const std::int64_t i = tile.row + r + k;
      // A quad that lies wholly above the diagonal is not read.
      const bool below = i < n && j <= i;
      element[k] = below ? lockstep::load_quad(a + i * pitch + j) : float4{0, 0, 0, 0};
      xi[k] = i < n ? x[i] : 0;
    }
    for (int k = 0; k < kRows; ++k) {
      const std::int64_t i = tile.row + r + k;
      const float4 with_diagonal = lockstep::first_of(element[k], i - j + 1);
      const float across = lockstep::warp_sum(lockstep::dot4(with_diagonal, xj));
      if (lockstep::lane() == 0) sums.across[r + k] = across;
      down = lockstep::add_scaled(down, xi[k], lockstep::first_of(element[k], i - j));
    }
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

const Version version{__FILE__, Stage::reduction_optimized, "eight rows of a tile in flight", run};

}  // namespace
