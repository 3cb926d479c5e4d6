/// @file
/// @brief How a block's threads share a square tile: each holds `rows` x `columns` of its elements in registers, in quads.
#pragma once

#include <cstdint>
#include <string>

#include "diagonal_tile.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"

/// A tile of side x side elements. Lane bits 0 and 4 choose the quad of rows, bits 1 to 3 the quad of columns: then neighbouring lanes
/// read the same quad of one operand, and the lanes of a warp together 64 bytes of one and 128 of the other, without a bank conflict.
template <unsigned side, unsigned rows, unsigned columns, unsigned slice, unsigned stages, unsigned blocks>
struct TileShape {
  static constexpr unsigned kSide = side, kRows = rows, kColumns = columns;
  static constexpr unsigned kThreads = side * side / (rows * columns);
  static constexpr unsigned kSlice = slice;    ///< columns of the two operands that are copied together
  static constexpr unsigned kStages = stages;  ///< slices in shared memory
  static constexpr unsigned kBlocks = blocks;  ///< of a multiprocessor, at least
  static constexpr unsigned kStageFloats = 2 * slice * side;

  /// The tile's row of this thread's register row m.
  static __device__ unsigned row(unsigned m) {
    const unsigned lane = lockstep::lane(), quad = lane % 2 + lane / 16 * 2;
    return lockstep::warp() % (side / (4 * rows)) * (4 * rows) + m / 4 * 16 + 4 * quad + m % 4;
  }
  /// The tile's column of this thread's register column n.
  static __device__ unsigned column(unsigned n) {
    return lockstep::warp() / (side / (4 * rows)) * (8 * columns) + n / 4 * 32 + lockstep::lane() / 2 % 8 * 4 + n % 4;
  }
};

using SmallTile = TileShape<64, 4, 4, 16, 3, 2>;    ///< short steps: for matrices where each step waits for the one before it
using LargeTile = TileShape<128, 16, 8, 16, 3, 2>;  ///< few bytes for each operation: for matrices that keep the whole GPU at work

/// The tile for this n. The large one is faster on an H100 from here on; with compute capability 7.5 no block has room for its diagonal
/// tile.
inline bool prefers_large_tile(std::int64_t n) {
  constexpr std::int64_t kLarge = 10240;
  return n >= kLarge && sizeof(DiagonalTile<LargeTile::kSide>) <= lockstep::most_shared_memory();
}

/// Calls run(shape) with the tile for this launch: the one of as many threads as were asked for, or else the one for this n.
/// @throws UsageError where another number of threads was asked for
template <class Run>
void with_tile_shape(std::int64_t n, const lockstep::Launch& launch, const Run& run) {
  const unsigned threads = launch.block_or(prefers_large_tile(n) ? LargeTile::kThreads : SmallTile::kThreads);
  if (threads == SmallTile::kThreads) return run(SmallTile{});
  if (threads == LargeTile::kThreads) return run(LargeTile{});
  throw lockstep::UsageError("--block " + std::to_string(threads) +
                             ": this version takes 256 threads for tiles of 64 x 64, or 128 for 128 x 128");
}
