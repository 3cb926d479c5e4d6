/// @file
/// @brief A tile of a lower triangle, each element of which is read once and used twice: in its own row, and in the mirrored one.
/// Lesson 05 says why.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"

namespace lockstep {

/// Where a tile begins. Tiles lie on the diagonal, or below it.
struct TriangleTile {
  static constexpr int kSide = 128;  ///< rows and columns: 4 columns for each lane of a warp

  std::int64_t row, column;

  /// Tiles of the triangle with `side` tiles along its diagonal.
  static constexpr __host__ __device__ std::int64_t count(std::int64_t side) { return side * (side + 1) / 2; }

  /// Tile number t, counted row after row: r rows have r (r + 1) / 2 tiles. A double's root is exact where a row begins (t < 2^49).
  static __device__ TriangleTile at(std::int64_t t) {
    const auto row = static_cast<std::int64_t>((sqrt(8.0 * static_cast<double>(t) + 1) - 1) / 2);
    return {row * kSide, (t - count(row)) * kSide};
  }
};

/// What a block computes from its tile, in shared memory.
struct TriangleTileSums {
  static constexpr int kSide = TriangleTile::kSide;

  float* across;  ///< of each row r: Σ aᵢⱼ xⱼ over the tile's columns, for y[tile.row + r]
  float* down;    ///< of each column, a part from each warp: Σ aᵢⱼ xᵢ over its rows, for y[tile.column + c]

  /// Bytes of shared memory for a block of `threads`.
  static constexpr std::size_t bytes(unsigned threads) { return (1 + threads / 32) * kSide * sizeof(float); }

  explicit __device__ TriangleTileSums(float* shared) : across(shared), down(shared + kSide) {}

  /// The parts of column c, in a fixed order.
  __device__ float down_sum(unsigned c) const {
    float sum = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) sum += down[w * kSide + c];
    return sum;
  }
};

/// Fills `sums` from A, of n rows `pitch` apart, and x; the block needs a barrier before it reads them. The diagonal counts across,
/// not down.
inline __device__ void add_triangle_tile(const float* __restrict__ a, std::int64_t pitch, const float* __restrict__ x, std::int64_t n,
                                         TriangleTile tile, const TriangleTileSums& sums) {
  constexpr int kRows = 8;                          // a warp has loads of this many in flight at once
  const std::int64_t j = tile.column + 4 * lane();  // this lane's four columns
  const float4 xj = load_part(x, j, n);
  float4 down = {0, 0, 0, 0};
  for (unsigned r = kRows * warp(); r < TriangleTile::kSide; r += kRows * blockDim.x / 32) {
    const std::int64_t row = tile.row + r;
    float4 elements[kRows];
    float xi[kRows];
    for (int k = 0; k < kRows; ++k) {
      const std::int64_t i = row + k;
      const bool below = i < n && j <= i;  // otherwise these four are not part of the triangle, and are not read
      elements[k] = below ? load_quad(a + i * pitch + j) : float4{0, 0, 0, 0};
      xi[k] = i < n ? x[i] : 0;
    }
    for (int k = 0; k < kRows; ++k) {
      const std::int64_t left_of_diagonal = row + k - j;
      const float across = warp_sum(dot4(first_of(elements[k], left_of_diagonal + 1), xj));
      if (lane() == 0) sums.across[r + k] = across;
      down = add_scaled(down, xi[k], first_of(elements[k], left_of_diagonal));
    }
  }
  store_quad(sums.down + warp() * TriangleTile::kSide + 4 * lane(), down);
}

}  // namespace lockstep
