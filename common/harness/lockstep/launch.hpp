/// @file
/// @brief How to launch a version: what the command line asked for, the stream, and scratch memory.
#pragma once

#include <cuda_runtime.h>

#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "lockstep/tile.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep {

/// Device memory that a version keeps between its runs. The n-th request of a run gets the memory of the n-th request of the run before.
class ScratchPool {
 public:
  virtual void* take(std::size_t bytes) = 0;

 protected:
  ~ScratchPool() = default;
};

/// Where a version's notes go.
class Notes {
 public:
  virtual void add(std::string name, std::string value) = 0;

 protected:
  ~Notes() = default;
};

/// A launch: every run() gets one.
struct Launch {
  unsigned block = 0;             ///< threads of a block, as asked for; 0 lets the version decide
  unsigned grid = 0;              ///< blocks, as asked for; 0 lets the version decide
  Tile tile{};                    ///< the shape of a block, as asked for; 0×0 lets the version decide
  unsigned elements = 0;          ///< what a block works on of a row, as asked for where LessonInfo::takes_elements; 0: as tile
  unsigned cpu_threads = 0;       ///< of the CPU, as asked for; 0 lets the version decide
  cudaStream_t stream = nullptr;  ///< all of the version's work goes here
  ScratchPool* pool = nullptr;    ///< where scratch() takes from
  Notes* notes = nullptr;         ///< where note() writes, if anywhere

  /// Threads of a block: what was asked for, or else what the version prefers.
  unsigned block_or(unsigned preferred) const { return block != 0 ? block : preferred; }
  /// Blocks: what was asked for, or else what the version prefers.
  unsigned grid_or(unsigned preferred) const { return grid != 0 ? grid : preferred; }
  /// The shape of a block: what was asked for, or else what the version prefers.
  Tile tile_or(Tile preferred) const { return tile.threads() != 0 ? tile : preferred; }

  /// Threads of the CPU: what was asked for, or else what the version prefers.
  unsigned threads_or(unsigned preferred) const { return cpu_threads != 0 ? cpu_threads : preferred; }

  /// The same for versions that halve their block. @throws UsageError where the block asked for is not a power of two
  unsigned power_of_two_block_or(unsigned preferred) const {
    const unsigned threads = block_or(preferred);
    if (!std::has_single_bit(threads)) throw UsageError("--block " + std::to_string(threads) + ": this version needs a power of two");
    return threads;
  }
  /// The same for versions that work with whole warps. @throws UsageError where the block asked for is not a multiple of 32
  unsigned whole_warps_block_or(unsigned preferred) const {
    const unsigned threads = block_or(preferred);
    if (threads % 32 != 0) throw UsageError("--block " + std::to_string(threads) + ": this version needs a multiple of 32");
    return threads;
  }

  /// For versions whose grid follows from the size, or is fixed. @throws UsageError where a grid was asked for
  void refuse_grid() const {
    if (grid != 0) throw UsageError("--grid " + std::to_string(grid) + ": this version chooses its number of blocks itself");
  }
  /// For versions that do not share a row among blocks. @throws UsageError where a number of elements was asked for
  void refuse_elements() const {
    if (elements != 0) throw UsageError("--elements " + std::to_string(elements) + ": this version's blocks have whole rows");
  }
  /// For versions whose blocks have a fixed shape, or none. @throws UsageError where a tile was asked for
  void refuse_tile() const {
    if (tile.threads() != 0) throw UsageError("--tile " + to_string(tile) + ": this version's blocks have a shape of their own");
  }
  /// For versions whose block is fixed. @throws UsageError where a tile or another number of threads was asked for
  void require_block(unsigned threads) const {
    refuse_tile();
    if (block_or(threads) != threads)
      throw UsageError("--block " + std::to_string(block) + ": this version needs a block of " + std::to_string(threads) + " threads");
  }

  /// Device memory for `count` elements, for this version and problem size only. It is allocated in the first run, which is not timed;
  /// later runs get it again, with what the last run left there, or poisoned (all bits set): initialise what must start at zero.
  template <class Element>
  Element* scratch(std::size_t count) const {
    return static_cast<Element*>(pool->take(count * sizeof(Element)));
  }

  /// Reports what this version found out beside its outputs: a name and a value, printed below the ladder. Timed runs report nothing.
  void note(std::string name, std::string value) const {
    if (notes != nullptr) notes->add(std::move(name), std::move(value));
  }
};

}  // namespace lockstep
