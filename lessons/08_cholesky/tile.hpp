/// @file
/// @brief The tiles of v3: 32 × 32 elements in shared memory, and the way between them and L.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

constexpr unsigned kTile = 32;  ///< rows and columns: a block has a thread for each element

/// The last column is empty: with it, neither a row's elements nor a column's meet in a bank.
using Tile = float[kTile][kTile + 1];

/// An element of L; zero beyond its last row or column.
inline __device__ float load(const Cholesky::Device& p, std::int64_t i, std::int64_t j) {
  return i < p.n && j < p.n ? p.l[i * p.pitch + j] : 0;
}

/// Writes an element of L, where there is such a row and column.
inline __device__ void store(const Cholesky::Device& p, std::int64_t i, std::int64_t j, float element) {
  if (i < p.n && j < p.n) p.l[i * p.pitch + j] = element;
}

/// Fills the tile at (row, column), an element a thread. The block must come to a barrier before it reads what other threads have loaded.
inline __device__ void load_tile(Tile& tile, const Cholesky::Device& p, std::int64_t row, std::int64_t column) {
  tile[threadIdx.y][threadIdx.x] = load(p, row + threadIdx.y, column + threadIdx.x);
}
