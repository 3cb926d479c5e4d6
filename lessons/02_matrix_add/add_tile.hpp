/// @file
/// @brief What a thread does in v5 and v6 before its sum leaves its registers.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "tile.hpp"

constexpr unsigned kRows = 4;               ///< of a tile that a thread takes
constexpr unsigned kWarps = kTile / kRows;  ///< of a block: a warp takes every eighth row
constexpr unsigned kTileThreads = 32 * kWarps;

/// Writes this block's tile of C, 32 x 32 elements. For one-dimensional blocks of kTileThreads threads, all of which must call it.
/// @return the sum of the squares of those elements that this thread wrote
inline __device__ float add_tile(const MatrixAdd::Device& p) {
  __shared__ float tile[kTile][kTile + 1];  // of B, as it lies there; the last column is empty
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile, first_row = std::int64_t{blockIdx.y} * kTile;
  const std::int64_t b_column = first_row + lockstep::lane(), column = first_column + lockstep::lane();

  float a[kRows], b[kRows];  // all eight loads are on their way before the first of them is used
  for (unsigned k = 0; k < kRows; ++k) {
    const std::int64_t b_row = first_column + lockstep::warp() + k * kWarps, row = first_row + lockstep::warp() + k * kWarps;
    b[k] = b_column < p.height && b_row < p.width ? p.b[b_row * p.b_pitch + b_column] : 0;  // blocks hang over the edges: there,
    a[k] = column < p.width && row < p.height ? p.a[row * p.pitch + column] : 0;            // zeros add nothing to the sum
  }
  for (unsigned k = 0; k < kRows; ++k) tile[lockstep::warp() + k * kWarps][lockstep::lane()] = b[k];
  __syncthreads();  // a thread reads what others have written

  float sum = 0;
  for (unsigned k = 0; k < kRows; ++k) {
    const unsigned row_of_tile = lockstep::warp() + k * kWarps;
    const float c = a[k] + tile[lockstep::lane()][row_of_tile];
    if (column < p.width && first_row + row_of_tile < p.height) p.c[(first_row + row_of_tile) * p.pitch + column] = c;
    sum += c * c;
  }
  return sum;
}
