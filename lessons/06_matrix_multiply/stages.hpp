/// @file
/// @brief The pipeline of v5 and v8: while a block multiplies one pair of tiles, the next ones are on their way.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/stage_ring.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

/// A ring of kCount stages in shared memory, each a tile of A and the tile of B that it meets. All threads of the block must call all of
/// it.
template <class CopyOfA, class CopyOfB, unsigned kCount>
class Stages {
 public:
  using Element = typename CopyOfA::Element;
  static constexpr unsigned kStage = CopyOfA::kElements + CopyOfB::kElements;
  static constexpr std::size_t kBytes = kCount * kStage * sizeof(Element);

  /// Begins to fill all stages but one. @param shared  kBytes of shared memory
  __device__ Stages(Element* shared, const CopyOfA& copy_a, const CopyOfB& copy_b) : ring_(shared), copy_a_(copy_a), copy_b_(copy_b) {
    for (unsigned i = 0; i < kCount - 1; ++i) fill();
  }

  /// Goes on to the next stage, and waits until it is full. The stage before it must have been read.
  __device__ void advance() { ring_.advance(); }

  /// Begins to fill the free stage: once after each advance(). After the end of k there are zeros.
  __device__ void fill() {
    ring_.fill([&](Element* stage) {
      copy_a_.next(stage);
      copy_b_.next(stage + CopyOfA::kElements);
    });
  }

  /// The tiles of the full stage.
  __device__ const Element* a() const { return ring_.full(); }
  __device__ const Element* b() const { return a() + CopyOfA::kElements; }

 private:
  lockstep::StageRing<Element, kStage, kCount> ring_;
  CopyOfA copy_a_;
  CopyOfB copy_b_;
};

/// Where a block's tile of C begins.
struct Corner {
  std::int64_t row, column;
};

constexpr unsigned kGroup = 8;  ///< rows of tiles

/// Deals tiles to a two-dimensional grid: down eight rows of tiles, then the next column of them, so that blocks that run at the same
/// time share rows of A and columns of B in the L2 cache.
inline __device__ Corner corner_of_block(unsigned tile_rows, unsigned tile_columns) {
  const std::int64_t number = std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x, group = kGroup * std::int64_t{gridDim.x};
  const std::int64_t first = number / group * kGroup, place = number % group;
  const std::int64_t height = min(std::int64_t{kGroup}, gridDim.y - first);  // of this group: the last may be lower
  return {(first + place % height) * tile_rows, place / height * tile_columns};
}

inline dim3 covering_grid(const Matrices<float>& p, unsigned tile_rows, unsigned tile_columns) {
  return {lockstep::covering_blocks(p.n, tile_columns), lockstep::covering_blocks(p.m, tile_rows, lockstep::kMostBlocksYZ)};
}
