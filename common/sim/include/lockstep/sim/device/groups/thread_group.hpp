/// @file
/// @brief The base of all cooperative groups: a group whose kind is known only when the program runs.
#pragma once

#include <cstdint>

#include "lockstep/sim/device/barriers.hpp"
#include "lockstep/sim/device/warp.hpp"
#include "lockstep/sim/engine.hpp"

namespace cooperative_groups {

using lockstep::sim::Site;

/// A set of threads that work together (CUDA C++ Programming Guide, "Cooperative Groups").
class thread_group {
 public:
  /// Waits for the threads of the group, and orders memory among them.
  void sync(Site site = Site::current()) const;
  unsigned long long size() const;
  unsigned long long num_threads() const { return size(); }
  /// From 0 to size() − 1.
  unsigned long long thread_rank() const;

 protected:
  enum class Kind : std::uint8_t { lanes, block, cluster, grid };
  explicit thread_group(Kind kind, unsigned lanes = 0) : kind_(kind), lanes_(lanes) {}

  Kind kind_;
  unsigned lanes_;  // of the warp, for a group within one

  friend thread_group tiled_partition(const thread_group& parent, unsigned size, Site site);
};

}  // namespace cooperative_groups

namespace lockstep::sim {

/// Ranks in the calling thread's surroundings.
unsigned lane_index() noexcept;
unsigned lanes_of_warp() noexcept;  ///< a mask; the last warp of a block may have fewer than 32
unsigned block_size() noexcept;
unsigned long long block_rank_in_grid() noexcept;
unsigned block_rank_in_cluster() noexcept;
unsigned blocks_in_cluster() noexcept;

/// The `rank`-th lane of a mask; 32 where it has no more.
unsigned lane_of_rank(unsigned lanes, unsigned rank) noexcept;
/// The calling lane's rank among the lanes of a mask.
unsigned rank_of_lane(unsigned lanes) noexcept;
/// The bits of `word` at the lanes of a mask, side by side: bit i is the lane of rank i.
unsigned pack_lanes(unsigned lanes, unsigned word) noexcept;
/// The lanes of `parent` that fall into the calling lane's tile, when its ranks are cut into tiles of `size`.
unsigned tile_of_lanes(unsigned parent, unsigned size) noexcept;

/// The lane that a shuffle by ranks reads from.
unsigned coalesced_source(Shuffle kind, unsigned lanes, unsigned operand) noexcept;

}  // namespace lockstep::sim
