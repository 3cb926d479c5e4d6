/// @file
/// @brief The blocks of v1, v2 and v3: tiles of any shape.
#pragma once

#include <string>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

constexpr lockstep::Tile kTile{32, 32};  ///< unless another is asked for

/// For a version with a thread for each element of a tile of C. @throws UsageError where a block or a grid was asked for
inline dim3 tile_of(const Launch& launch) {
  launch.refuse_grid();
  if (launch.block != 0)
    throw lockstep::UsageError("--block " + std::to_string(launch.block) + ": this version's block is a tile; ask for it by --tile 32x8");
  const lockstep::Tile tile = launch.tile_or(kTile);
  return {tile.width, tile.height};
}
