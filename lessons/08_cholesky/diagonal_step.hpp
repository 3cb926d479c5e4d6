/// @file
/// @brief From a tile on the diagonal, in registers, to its part of L, its inverse in the panel, and whether it is positive definite.
#pragma once

#include <cstddef>
#include <cstdint>

#include "diagonal_tile.hpp"
#include "lockstep/device/quad.hpp"
#include "panel_product.hpp"
#include "panels.hpp"
#include "problem.hpp"

/// Factors minus the registers' tile in `tile`, and stores the inverse of the factor, transposed, as tile j of panel j.
template <class Shape>
__device__ void factor_diagonal(const Cholesky::Device& p, float* panels, unsigned j, const float (&c)[Shape::kRows][Shape::kColumns],
                                DiagonalTile<Shape::kSide>& tile) {
#pragma unroll
  for (unsigned x = 0; x < Shape::kRows; ++x)
#pragma unroll
    for (unsigned y = 0; y < Shape::kColumns; y += 4) {
      const unsigned row = Shape::row(x), column = Shape::column(y);
      float4 quad = make_float4(-c[x][y], -c[x][y + 1], -c[x][y + 2], -c[x][y + 3]);
      float* to = tile.at[row] + column;
      if (column / kStrip > row / kStrip) quad = make_float4(0, 0, 0, 0), to += kStrip;  // the inverse's place: it starts at zero
      lockstep::store_quad(to, quad);
    }
  __syncthreads();  // the tile is complete before any warp factors
  const unsigned failed = factor(tile);
  // Only the first failure counts; the tile that may have noted one before is finished.
  if (threadIdx.x == 0 && (j == 0 || *p.info == 0)) *p.info = failed < Shape::kSide ? static_cast<int>(j * Shape::kSide + failed + 1) : 0;

  float* const inverse = panel_tile<Shape>(panels, j, j);
  for (unsigned e = 4 * threadIdx.x; e < Shape::kSide * Shape::kSide; e += 4 * Shape::kThreads) {
    const unsigned row = e / Shape::kSide, column = e % Shape::kSide;
    float4 quad = make_float4(0, 0, 0, 0);
    if (column / kStrip >= row / kStrip) quad = lockstep::load_quad(tile.at[row] + column + kStrip);
    lockstep::store_quad(inverse + e, quad);
  }
}

/// Stores what factor_diagonal() left in `tile` as tile (j, j) of L.
template <class Shape>
__device__ void store_diagonal(const Cholesky::Device& p, unsigned j, const DiagonalTile<Shape::kSide>& tile) {
  const std::int64_t first = std::int64_t{j} * Shape::kSide;
  for (unsigned e = 4 * threadIdx.x; e < Shape::kSide * Shape::kSide; e += 4 * Shape::kThreads) {
    const unsigned row = e / Shape::kSide, column = e % Shape::kSide;
    if (first + row >= p.n || first + column >= p.pitch) continue;  // beyond L's edges
    float4 quad = lockstep::load_quad(tile.at[row] + column);
    if (column > row) quad.x = 0;
    if (column + 1 > row) quad.y = 0;
    if (column + 2 > row) quad.z = 0;
    if (column + 3 > row) quad.w = 0;
    lockstep::store_quad(p.l + (first + row) * p.pitch + first + column, quad);
  }
}

/// Solves X Lᵀ = the tile j of panel i, where L is the diagonal tile of that column: X becomes the tile, and the registers' tile.
template <class Shape>
__device__ void solve_tile(float* panels, unsigned i, unsigned j, float (&c)[Shape::kRows][Shape::kColumns], float* shared) {
  float* const tile = panel_tile<Shape>(panels, i, j);
  set_zero(c);
  add_product<Shape>(c, tile, panel_tile<Shape>(panels, j, j), Shape::kSide, shared);  // its last barrier: all have read the tile
  store_panel<Shape>(tile, c, 1);
}
