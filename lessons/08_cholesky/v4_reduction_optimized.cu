/// @file
/// @brief Update with a tile of sums in each thread's registers, factor by warp shuffles, and solve by a product with an inverse.
///
/// Change from v3: tiles of 64 or 128 rows, kept column by column, and so copied to shared memory as they are. A thread holds 4 x 4 or
/// 16 x 8 sums, as in lesson 06. The diagonal tile is inverted as it is factored: so the panel is solved by the same product.
/// Look at: `./lockstep run 08 --kernel v3,v4`: *wavefronts* and *barriers*.
#include "lockstep/cuda.hpp"
#include "panel_kernels.hpp"
#include "problem.hpp"

namespace {

/// Subtracts the product of two tiles of column j from a tile of the rest.
template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks) update(float* panels, unsigned j) {
  extern __shared__ float4 quads[];
  const unsigned i = j + 1 + blockIdx.y, k = j + 1 + blockIdx.x;
  if (k > i) return;  // above the diagonal
  float* const tile = panel_tile<Shape>(panels, i, k);
  float c[Shape::kRows][Shape::kColumns];
  load_minus_panel<Shape>(c, tile);
  add_product<Shape>(c, panel_tile<Shape>(panels, i, j), panel_tile<Shape>(panels, k, j), Shape::kSide, reinterpret_cast<float*>(quads));
  store_panel<Shape>(tile, c, -1);
}

template <class Shape>
void factorize(const Cholesky::Device& p, const Launch& launch) {
  const unsigned tiles = lockstep::covering_blocks(p.n, Shape::kSide, lockstep::kMostBlocksYZ), block = Shape::kThreads;
  constexpr std::size_t kProduct = kProductBytes<Shape>, kTile = sizeof(DiagonalTile<Shape::kSide>);
  float* const panels = launch.scratch<float>(panel_elements<Shape>(tiles));

  launch_kernel(fill_panels<Shape>, dim3(tiles, tiles), block, 0, launch.stream, p, panels);
  for (unsigned j = 0; j < tiles; ++j) {  // each kernel starts when the one before it is done: one stream
    launch_kernel(factor_tile<Shape>, 1, block, kTile, launch.stream, p, panels, j);
    const unsigned below = tiles - 1 - j;
    if (below == 0) break;
    launch_kernel(solve_column<Shape>, below, block, kProduct, launch.stream, p, panels, j);
    launch_kernel(update<Shape>, dim3(below, below), block, kProduct, launch.stream, panels, j);
  }
}

void run(const Cholesky::Device& p, const Launch& launch) {
  launch.refuse_grid();
  with_tile_shape(p.n, launch, [&]<class Shape>(Shape) { factorize<Shape>(p, launch); });
}

const Version version{__FILE__, "sums in registers, a diagonal tile by shuffles, and its inverse to solve with", run};

}  // namespace
