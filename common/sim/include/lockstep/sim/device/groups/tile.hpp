/// @file
/// @brief Tiles: a block, or a tile, cut into groups of a power of two of neighbouring threads.
#pragma once

#include <type_traits>

#include "lockstep/sim/device/groups/lane_group.hpp"
#include "lockstep/sim/device/groups/thread_block.hpp"
#include "lockstep/sim/device/groups/warps_tile.hpp"
#include "lockstep/sim/dialect.hpp"

namespace cooperative_groups {

namespace details {

/// A tile within a warp.
template <unsigned Size>
class LanesTile : public LaneGroup<LanesTile<Size>> {
 public:
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned thread_rank() { return lockstep::sim::lane_index() % Size; }

  /// The value of the thread of rank `thread_rank() ^ lane_mask`.
  template <class T>
  [[gnu::always_inline]] lockstep::sim::RemoveCvref<T> shfl_xor(T&& value, unsigned lane_mask, Site site = Site::current()) const {
    return this->template exchange<lockstep::sim::RemoveCvref<T>>(lockstep::sim::Shuffle::exclusive_or, value, lane_mask, site);
  }

 protected:
  LanesTile(unsigned meta_rank, unsigned meta_size)
      : LaneGroup<LanesTile<Size>>(lockstep::sim::tile_of_lanes(0xffffffffu, Size), meta_rank, meta_size) {}

 private:
  static unsigned source(lockstep::sim::Shuffle kind, unsigned operand) {
    return lockstep::sim::shuffle_source(kind, lockstep::sim::lane_index(), operand, Size);
  }
  friend LaneGroup<LanesTile<Size>>;
};

template <unsigned Size>
using Tile = std::conditional_t<(Size > 32), WarpsTile<Size>, LanesTile<Size>>;

}  // namespace details

template <unsigned Size, class Parent = void>
class thread_block_tile : public details::Tile<Size> {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 1024, "a tile has a power of two of threads, 1024 at most");
  using Base = details::Tile<Size>;

 public:
  /// A tile of a block or tile is also a tile of whatever parent.
  template <class Other, std::enable_if_t<std::is_void<Parent>::value && !std::is_void<Other>::value, int> = 0>
  thread_block_tile(const thread_block_tile<Size, Other>& other) : Base(other) {}

 private:
  thread_block_tile(unsigned meta_rank, unsigned meta_size) : Base(meta_rank, meta_size) {}

  template <unsigned N, class P>
  friend thread_block_tile<N, P> tiled_partition(const P& parent);
  friend thread_block_tile<1, void> this_thread();
};

/// Cuts a block or a tile into tiles of `Size` threads; the calling thread's.
template <unsigned Size, class Parent>
[[gnu::always_inline]] inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  if constexpr (!std::is_same<Parent, thread_block>::value)
    static_assert(Size < Parent::size(), "a tile must be smaller than the tile it is part of");
  return thread_block_tile<Size, Parent>(static_cast<unsigned>(parent.thread_rank()) / Size,
                                         (static_cast<unsigned>(parent.size()) + Size - 1) / Size);
}

/// The group of the calling thread alone.
[[gnu::always_inline]] inline thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(0, 1); }

}  // namespace cooperative_groups
