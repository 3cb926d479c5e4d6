/// @file
/// @brief Subtract from a column all at once, just before it is factored; several blocks share a tile, and add up by atomics.
///
/// Change from v4: left-looking. v4 reads and writes all that is right of a column for each column; here a tile is read and written when
/// its turn comes. A column has few tiles for a whole GPU, so the columns to its left are shared among several blocks a tile.
/// Look at: `./lockstep run 08 --kernel v4,v5 --size 512 --profile`: *atomics* and *moved*; with `--grid 8`, fewer blocks a tile, both
/// fall.
#include <algorithm>

#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"
#include "lockstep/grid.hpp"
#include "panel_kernels.hpp"
#include "problem.hpp"

namespace {

/// Subtracts from tile (j + x, j) this block's part, the y-th, of the products of the tiles to the left.
template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks) update_column(float* panels, unsigned j) {
  extern __shared__ float4 quads[];
  const unsigned i = j + blockIdx.x, first = j * blockIdx.y / gridDim.y, last = j * (blockIdx.y + 1) / gridDim.y;
  float c[Shape::kRows][Shape::kColumns];
  set_zero(c);
  add_product<Shape>(c, panel_tile<Shape>(panels, i, first), panel_tile<Shape>(panels, j, first), (last - first) * Shape::kSide,
                     reinterpret_cast<float*>(quads));
  float* const tile = panel_tile<Shape>(panels, i, j);
#pragma unroll
  for (unsigned y = 0; y < Shape::kColumns; ++y)
#pragma unroll
    for (unsigned x = 0; x < Shape::kRows; ++x) atomicAdd(tile + Shape::column(y) * Shape::kSide + Shape::row(x), -c[x][y]);
}

template <class Shape>
void factorize(const Cholesky::Device& p, const Launch& launch) {
  const unsigned tiles = lockstep::covering_blocks(p.n, Shape::kSide, lockstep::kMostBlocksYZ), block = Shape::kThreads;
  constexpr std::size_t kProduct = kProductBytes<Shape>, kTile = sizeof(DiagonalTile<Shape::kSide>);
  float* const panels = launch.scratch<float>(panel_elements<Shape>(tiles));

  lockstep::allow_shared_memory(update_column<Shape>, kProduct);
  const unsigned wave = launch.grid_or(lockstep::one_wave(update_column<Shape>, block, kProduct));
  launch_kernel(fill_panels<Shape>, dim3(tiles, tiles), block, 0, launch.stream, p, panels);
  for (unsigned j = 0; j < tiles; ++j) {  // each kernel starts when the one before it is done: one stream
    const unsigned below = tiles - 1 - j;
    if (j > 0)
      launch_kernel(update_column<Shape>, dim3(below + 1, std::clamp(wave / (below + 1), 1U, j)), block, kProduct, launch.stream, panels,
                    j);
    launch_kernel(factor_tile<Shape>, 1, block, kTile, launch.stream, p, panels, j);
    if (below > 0) launch_kernel(solve_column<Shape>, below, block, kProduct, launch.stream, p, panels, j);
  }
}

void run(const Cholesky::Device& p, const Launch& launch) {
  with_tile_shape(p.n, launch, [&]<class Shape>(Shape) { factorize<Shape>(p, launch); });
}

const Version version{__FILE__, "left-looking: a tile's update is shared by blocks, which add by atomicAdd", run};

}  // namespace
