/// @file
/// @brief Read the lower triangle alone, and use each element for two results: aᵢⱼ is aⱼᵢ.
///
/// Change from v5: a block has a tile of the triangle. It adds the tile's rows to one section of y and its columns to another, so that
/// half of the bytes suffice. Two atomics for each 128 elements; which order they come in is not fixed, nor are the last bits.
/// Look at: `./lockstep run 05 --kernel v4,v6`: the bytes moved.
#include "lockstep/cuda.hpp"
#include "lockstep/device/triangle_tile.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

using lockstep::TriangleTile;
using TileSums = lockstep::TriangleTileSums;

constexpr unsigned kBlock = 256;  // threads

__global__ void __launch_bounds__(1024)
    multiply(const float* __restrict__ a, std::int64_t pitch, const float* __restrict__ x, float* __restrict__ y, std::int64_t n) {
  extern __shared__ float shared[];
  const TileSums sums(shared);
  const TriangleTile tile = TriangleTile::at(blockIdx.x);
  lockstep::add_triangle_tile(a, pitch, x, n, tile, sums);
  __syncthreads();  // all warps' sums must be there

  for (unsigned k = threadIdx.x; k < TriangleTile::kSide; k += blockDim.x) {
    if (tile.row + k < n) atomicAdd(&y[tile.row + k], sums.across[k]);
    if (tile.column + k < n) atomicAdd(&y[tile.column + k], sums.down_sum(k));
  }
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(TriangleTile::count(lockstep::ceil_div<std::int64_t>(p.n, TriangleTile::kSide)), 1);

  lockstep::check(cudaMemsetAsync(p.y, 0, static_cast<std::size_t>(p.n) * sizeof(float), launch.stream));  // the blocks add to it
  multiply<<<grid, block, TileSums::bytes(block), launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "reads one triangle; each element is used twice", run};

}  // namespace
