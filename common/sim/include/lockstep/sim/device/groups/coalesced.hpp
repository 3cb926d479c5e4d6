/// @file
/// @brief Groups of any lanes of a warp: those that are at one place together, and parts of a group by label.
#pragma once

#include <type_traits>

#include "lockstep/sim/device/groups/tile.hpp"

namespace cooperative_groups {

class coalesced_group;
namespace details {
coalesced_group coalesced(unsigned lanes, unsigned meta_rank = 0, unsigned meta_size = 1);
}  // namespace details

class coalesced_group : public details::LaneGroup<coalesced_group> {
 public:
  unsigned num_threads() const { return static_cast<unsigned>(__builtin_popcount(lanes_)); }
  unsigned size() const { return num_threads(); }

 private:
  coalesced_group(unsigned lanes, unsigned meta_rank, unsigned meta_size) : LaneGroup(lanes, meta_rank, meta_size) {}
  unsigned source(lockstep::sim::Shuffle kind, unsigned operand) const { return lockstep::sim::coalesced_source(kind, lanes_, operand); }

  friend LaneGroup;
  friend coalesced_group details::coalesced(unsigned lanes, unsigned meta_rank, unsigned meta_size);
};

[[gnu::always_inline]] inline coalesced_group details::coalesced(unsigned lanes, unsigned meta_rank, unsigned meta_size) {
  return {lanes, meta_rank, meta_size};
}

/// The lanes of the warp that are here together.
[[gnu::always_inline]] inline coalesced_group coalesced_threads(Site site = Site::current()) {
  return details::coalesced(lockstep::sim::converged_lanes(site));
}

/// Cuts a group's ranks into tiles of `size` threads (a power of two); the calling thread's.
thread_group tiled_partition(const thread_group& parent, unsigned size, Site site = Site::current());
[[gnu::always_inline]] inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size, Site = Site::current()) {
  return details::coalesced(lockstep::sim::tile_of_lanes(parent.lanes(), size), parent.thread_rank() / size,
                            (parent.size() + size - 1) / size);
}

/// The part of a tile or coalesced group that has the calling thread's label; parts are ranked by their first threads.
template <class Group>
[[gnu::always_inline]] inline coalesced_group partition_by_bits(const Group& group, std::uint64_t label, Site site) {
  const unsigned same = lockstep::sim::warp_match_any(group.lanes(), label, site, lockstep::sim::LaneType::u64);
  const unsigned first = same & (~same + 1);
  const unsigned leaders =
      lockstep::sim::warp_vote(group.lanes(), first == 1u << lockstep::sim::lane_index(), "labeled_partition", site).yes;
  return details::coalesced(same, static_cast<unsigned>(__builtin_popcount(leaders & (first - 1))),
                            static_cast<unsigned>(__builtin_popcount(leaders)));
}

/// Parts a tile or coalesced group by a predicate; the part where it holds has rank 1.
template <class Group>
[[gnu::always_inline]] inline coalesced_group binary_partition(const Group& group, bool predicate, Site site = Site::current()) {
  const lockstep::sim::WarpVote vote = lockstep::sim::warp_vote(group.lanes(), predicate, "binary_partition", site);
  if (vote.yes == 0 || vote.yes == vote.lanes) return details::coalesced(group.lanes());
  return details::coalesced(predicate ? vote.yes : vote.lanes & ~vote.yes, predicate, 2);
}

/// Parts a tile or coalesced group by equal labels: integers or pointers, or a bool as in `binary_partition`.
template <class Group, class Label>
[[gnu::always_inline]] inline coalesced_group labeled_partition(const Group& group, Label label, Site site = Site::current()) {
  static_assert(std::is_integral<Label>::value || std::is_pointer<Label>::value, "a label must be an integer or a pointer");
  if constexpr (std::is_same<Label, bool>::value) {
    return binary_partition(group, label, site);
  } else {
    return partition_by_bits(group, lockstep::sim::lane_bits(label), site);
  }
}

}  // namespace cooperative_groups
