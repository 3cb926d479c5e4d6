/// @file
/// @brief Tiles: a block, or a tile, cut into groups of a power of two of neighbouring threads.
#pragma once

#include <type_traits>

#include "lockstep/sim/device/groups/lane_group.hpp"
#include "lockstep/sim/device/groups/thread_block.hpp"

namespace cooperative_groups {

template <unsigned Size, class Parent = void>
class thread_block_tile : public details::LaneGroup<thread_block_tile<Size, Parent>> {
  static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 || Size == 32, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  using Base = details::LaneGroup<thread_block_tile<Size, Parent>>;

 public:
  /// A tile of a block or tile is also a tile of whatever parent.
  template <class OtherParent, class Own = Parent, std::enable_if_t<std::is_void<Own>::value, int> = 0>
  thread_block_tile(const thread_block_tile<Size, OtherParent>& other)
      : Base(own_lanes(), other.meta_group_rank(), other.meta_group_size()) {}

  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned thread_rank() { return lockstep::sim::lane_index() % Size; }

  /// The value of the thread of rank `thread_rank() ^ lane_mask`.
  template <class T>
  [[gnu::always_inline]] lockstep::sim::RemoveCvref<T> shfl_xor(T&& value, unsigned lane_mask, Site site = Site::current()) const {
    return this->template exchange<lockstep::sim::RemoveCvref<T>>(lockstep::sim::Shuffle::exclusive_or, value, lane_mask, site);
  }

 private:
  explicit thread_block_tile(unsigned meta_rank, unsigned meta_size) : Base(own_lanes(), meta_rank, meta_size) {}
  static unsigned own_lanes() { return lockstep::sim::tile_of_lanes(0xffffffffu, Size); }
  static unsigned source(lockstep::sim::Shuffle kind, unsigned operand) {
    return lockstep::sim::shuffle_source(kind, lockstep::sim::lane_index(), operand, Size);
  }

  friend Base;
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
