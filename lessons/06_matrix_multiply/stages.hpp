/// @file
/// @brief The pipeline of v5 and v8: while a block multiplies one pair of tiles, the next ones are on their way.
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "operands.hpp"
#include "tile_copy.hpp"

/// A block's tile of C, kRows × kColumns, and kStages pairs of tiles of A and B in shared memory, each kDepth steps of k.
template <unsigned kTileRows, unsigned kTileColumns, unsigned kStepDepth, unsigned kPaddingOfA, unsigned kPaddingOfB, unsigned kStageCount,
          unsigned kBlockThreads>
struct Stages {
  static constexpr unsigned kRows = kTileRows, kColumns = kTileColumns, kDepth = kStepDepth, kThreads = kBlockThreads;
  static constexpr unsigned kPitchA = kDepth + kPaddingOfA, kPitchB = kColumns + kPaddingOfB;  ///< from row to row of a tile
  static constexpr unsigned kFloats = kRows * kPitchA + kDepth * kPitchB;                      ///< of a stage
  static constexpr std::size_t kBytes = kStageCount * kFloats * sizeof(float);

  /// Calls multiply(tile of A, tile of B) for all tiles along k. All threads of the block must call it.
  /// @param shared  kBytes of shared memory
  template <class Multiply>
  static __device__ void for_each(float* shared, const Operands& p, std::int64_t row, std::int64_t column, const Multiply& multiply) {
    CopyOfA<kRows, kDepth, kPitchA, kThreads> copy_a(p, row);
    CopyOfB<kDepth, kColumns, kPitchB, kThreads> copy_b(p, column);
    const auto fetch = [&](unsigned stage) {
      copy_a.next(shared + stage * kFloats);
      copy_b.next(shared + stage * kFloats + kRows * kPitchA);
      __pipeline_commit();
    };
    for (unsigned stage = 0; stage < kStageCount - 1; ++stage) fetch(stage);

    unsigned full = 0, free = kStageCount - 1;
    for (std::int64_t l = 0; l < p.k; l += kDepth) {
      __pipeline_wait_prior(kStageCount - 2);  // what this thread copied to the oldest stage has come
      __syncthreads();                         // what all did has come; and all have read the stage before, which is filled again now
      fetch(free);                             // behind the end of k there is nothing to fetch but zeros, which nobody reads
      multiply(shared + full * kFloats, shared + full * kFloats + kRows * kPitchA);
      free = full;
      full = full + 1 == kStageCount ? 0 : full + 1;
    }
    __pipeline_wait_prior(0);  // so that the shared memory may be used for something else, behind a barrier
  }
};

/// Where a block's tile of C begins.
struct Corner {
  std::int64_t row, column;
};

constexpr unsigned kGroup = 8;  ///< rows of tiles

/// Deals tiles to a two-dimensional grid: down eight rows of tiles, then the next column of them, so that blocks that are at work at one
/// time share rows of A and columns of B in the L2 cache.
template <class Tile>
__device__ Corner corner_of_block() {
  const std::int64_t number = std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x, group = kGroup * std::int64_t{gridDim.x};
  const std::int64_t first = number / group * kGroup, place = number % group;
  const std::int64_t height = min(std::int64_t{kGroup}, gridDim.y - first);  // of this group: the last may be lower
  return {(first + place % height) * Tile::kRows, place / height * Tile::kColumns};
}

template <class Tile>
dim3 covering_grid(const Matrices<float>& p) {
  return {lockstep::covering_blocks(p.n, Tile::kColumns), lockstep::covering_blocks(p.m, Tile::kRows, lockstep::kMostBlocksYZ)};
}
