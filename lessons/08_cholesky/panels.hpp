/// @file
/// @brief The factor as the fast versions keep it while they work: panels of `side` rows, column by column, without ragged edges.
///
/// Panel i holds rows i*side ... of the lower triangle, its tiles 0 to i one after the other, each column by column. So a slice of some
/// columns of a panel is one piece of memory, ready to be copied as it is. Rows and columns beyond n are those of the identity.
/// The diagonal tile is not L's but that of its inverse, transposed: a solve with L's tile is a product with this one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "problem.hpp"
#include "tile_shape.hpp"

/// Elements of all panels of a matrix that has `tiles` tiles a side.
template <class Shape>
constexpr std::size_t panel_elements(std::size_t tiles) {
  return tiles * (tiles + 1) / 2 * Shape::kSide * Shape::kSide;
}

/// Tile k of panel i.
template <class Shape>
__device__ float* panel_tile(float* panels, unsigned i, unsigned k) {
  return panels + (std::size_t{i} * (i + 1) / 2 + k) * (Shape::kSide * Shape::kSide);
}

/// The registers' tile becomes minus tile (i, j) of A, or of the identity beyond A's edge.
template <class Shape>
__device__ void load_minus(float (&c)[Shape::kRows][Shape::kColumns], const Cholesky::Device& p, unsigned i, unsigned j) {
#pragma unroll
  for (unsigned x = 0; x < Shape::kRows; ++x)
#pragma unroll
    for (unsigned y = 0; y < Shape::kColumns; y += 4) {
      const std::int64_t row = std::int64_t{i} * Shape::kSide + Shape::row(x), column = std::int64_t{j} * Shape::kSide + Shape::column(y);
      float4 quad = make_float4(0, 0, 0, 0);
      if (row < p.n && column <= row) quad = lockstep::load_quad(p.a + row * p.pitch + column);
      const float quads[] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
      for (unsigned e = 0; e < 4; ++e) c[x][y + e] = row >= p.n ? (row == column + e ? -1.0F : 0.0F) : column + e <= row ? -quads[e] : 0.0F;
    }
}

/// The tile of a panel becomes `sign` times the registers' tile.
template <class Shape>
__device__ void store_panel(float* tile, const float (&c)[Shape::kRows][Shape::kColumns], float sign) {
#pragma unroll
  for (unsigned y = 0; y < Shape::kColumns; ++y)
#pragma unroll
    for (unsigned x = 0; x < Shape::kRows; x += 4)
      lockstep::store_quad(tile + Shape::column(y) * Shape::kSide + Shape::row(x),
                           {sign * c[x][y], sign * c[x + 1][y], sign * c[x + 2][y], sign * c[x + 3][y]});
}

/// Tile (i, j) of L, below the diagonal, becomes the registers' tile, and its mirror image above the diagonal zero.
template <class Shape>
__device__ void store_factor(const Cholesky::Device& p, unsigned i, unsigned j, const float (&c)[Shape::kRows][Shape::kColumns]) {
  const std::int64_t first_row = std::int64_t{i} * Shape::kSide, first_column = std::int64_t{j} * Shape::kSide;
#pragma unroll
  for (unsigned x = 0; x < Shape::kRows; ++x)
#pragma unroll
    for (unsigned y = 0; y < Shape::kColumns; y += 4)
      if (first_row + Shape::row(x) < p.n)
        lockstep::store_quad(p.l + (first_row + Shape::row(x)) * p.pitch + first_column + Shape::column(y),
                             {c[x][y], c[x][y + 1], c[x][y + 2], c[x][y + 3]});
  const float4 zeros = make_float4(0, 0, 0, 0);
  for (unsigned e = 4 * threadIdx.x; e < Shape::kSide * Shape::kSide; e += 4 * Shape::kThreads)
    if (first_row + e % Shape::kSide < p.pitch)
      lockstep::store_quad(p.l + (first_column + e / Shape::kSide) * p.pitch + first_row + e % Shape::kSide, zeros);
}

/// All of the registers' tile becomes zero.
template <unsigned kRows, unsigned kColumns>
__device__ void set_zero(float (&c)[kRows][kColumns]) {
#pragma unroll
  for (unsigned x = 0; x < kRows; ++x)
#pragma unroll
    for (unsigned y = 0; y < kColumns; ++y) c[x][y] = 0;
}

/// The registers' tile becomes minus that of a panel.
template <class Shape>
__device__ void load_minus_panel(float (&c)[Shape::kRows][Shape::kColumns], const float* tile) {
#pragma unroll
  for (unsigned y = 0; y < Shape::kColumns; ++y)
#pragma unroll
    for (unsigned x = 0; x < Shape::kRows; x += 4) {
      const float4 quad = lockstep::load_quad(tile + Shape::column(y) * Shape::kSide + Shape::row(x));
      c[x][y] = -quad.x, c[x + 1][y] = -quad.y, c[x + 2][y] = -quad.z, c[x + 3][y] = -quad.w;
    }
}
