/// @file
/// @brief The tiles into which v2 and the versions after it cut C: one tile per block.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

/// Blocks that cover C with tiles of `columns` by `rows` elements. @throws UsageError where those
/// are too many for a grid
inline dim3 covering_tiles(const MatrixAdd::Device& p, unsigned columns, unsigned rows) {
  return {lockstep::covering_blocks(p.width, columns),
          lockstep::covering_blocks(p.height, rows, lockstep::kMostBlocksYZ)};
}

/// The number of this block, counted row by row.
inline __device__ std::int64_t tile_number() {
  return std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x;
}
