/// @file
/// @brief How v1 to v5 cut the picture into tiles, one a block.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

constexpr unsigned kWarp = 32;    ///< threads along a row of a block: a warp's lanes lie along a row of the picture
constexpr unsigned kFour = 4;     ///< pixels of a word
constexpr unsigned kBlock = 256;  ///< threads

/// Blocks that cover the picture with tiles of `columns` by `rows` pixels. @throws UsageError where those are too many for a grid
inline dim3 covering_tiles(const Sobel::Device& p, unsigned columns, unsigned rows) {
  return {lockstep::covering_blocks(p.width, columns), lockstep::covering_blocks(p.height, rows, lockstep::kMostBlocksYZ)};
}

/// A block of whole rows of a warp, as many as asked for. @throws UsageError where the block asked for is not a multiple of a warp
inline dim3 block_of_rows(const Launch& launch) { return {kWarp, launch.whole_warps_block_or(kBlock) / kWarp}; }

/// The number of this block, counted row by row.
inline __device__ std::int64_t tile_number() { return std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x; }
