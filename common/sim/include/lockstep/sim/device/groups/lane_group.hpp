/// @file
/// @brief What all groups within one warp can do: shuffles, votes and matches by rank.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "lockstep/sim/device/groups/thread_group.hpp"

namespace cooperative_groups {

namespace details {

/// `Group` gives `source(kind, operand)`: the lane that its shuffles read from.
template <class Group>
class LaneGroup : public thread_group {
 public:
  [[gnu::always_inline]] void sync(Site site = Site::current()) const { lockstep::sim::warp_barrier(lanes_, site); }
  [[gnu::always_inline]] unsigned thread_rank() const { return lockstep::sim::rank_of_lane(lanes_); }
  /// The group's place among those that its parent was parted into, and how many those are.
  [[gnu::always_inline]] unsigned meta_group_rank() const { return meta_rank_; }
  [[gnu::always_inline]] unsigned meta_group_size() const { return meta_size_; }

  // For the library's own use: CUDA has no such members.

  static constexpr bool kSpansWarps = false;
  /// Its lanes in the warp.
  [[gnu::always_inline]] unsigned lanes() const { return lanes_; }

  /// The value of the thread of rank `source`. Any trivially copyable type; also in the next three.
  template <class T>
  [[gnu::always_inline]] lockstep::sim::RemoveCvref<T> shfl(T&& value, int source, Site site = Site::current()) const {
    return exchange<lockstep::sim::RemoveCvref<T>>(lockstep::sim::Shuffle::index, value, static_cast<unsigned>(source), site);
  }
  template <class T>
  [[gnu::always_inline]] lockstep::sim::RemoveCvref<T> shfl_up(T&& value, unsigned delta, Site site = Site::current()) const {
    return exchange<lockstep::sim::RemoveCvref<T>>(lockstep::sim::Shuffle::up, value, delta, site);
  }
  template <class T>
  [[gnu::always_inline]] lockstep::sim::RemoveCvref<T> shfl_down(T&& value, unsigned delta, Site site = Site::current()) const {
    return exchange<lockstep::sim::RemoveCvref<T>>(lockstep::sim::Shuffle::down, value, delta, site);
  }

  [[gnu::always_inline]] int any(int predicate, Site site = Site::current()) const { return vote(predicate, "any", site).yes != 0; }
  [[gnu::always_inline]] int all(int predicate, Site site = Site::current()) const {
    const lockstep::sim::WarpVote result = vote(predicate, "all", site);
    return result.yes == result.lanes;
  }
  /// Bit i is the vote of the thread of rank i; the same in the masks of the next two.
  [[gnu::always_inline]] unsigned ballot(int predicate, Site site = Site::current()) const {
    return lockstep::sim::pack_lanes(lanes_, vote(predicate, "ballot", site).yes);
  }
  template <class T>
  [[gnu::always_inline]] unsigned match_any(T value, Site site = Site::current()) const {
    return lockstep::sim::pack_lanes(
        lanes_, lockstep::sim::warp_match_any(lanes_, lockstep::sim::lane_bits(value), site, lockstep::sim::lane_type<T>));
  }
  template <class T>
  [[gnu::always_inline]] unsigned match_all(T value, int& all_equal, Site site = Site::current()) const {
    const unsigned lanes = lockstep::sim::warp_match_all(lanes_, lockstep::sim::lane_bits(value), site, lockstep::sim::lane_type<T>);
    all_equal = lanes != 0;
    return lockstep::sim::pack_lanes(lanes_, lanes);
  }

 protected:
  LaneGroup(unsigned lanes, unsigned meta_rank, unsigned meta_size)
      : thread_group(Kind::lanes, lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}

  template <class T>
  [[gnu::always_inline]] T exchange(lockstep::sim::Shuffle kind, const T& value, unsigned operand, Site site) const {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 32,
                  "a shuffle carries bits: the type must be trivially copyable, and have 32 bytes at most");
    const unsigned source = static_cast<const Group*>(this)->source(kind, operand);
    if constexpr (sizeof(T) <= 8) {
      return lockstep::sim::from_lane_bits<T>(from(source, lockstep::sim::lane_bits(value), site, lockstep::sim::lane_type<T>));
    } else {
      constexpr std::size_t words = (sizeof(T) + 7) / 8;
      std::uint64_t parts[words] = {};
      std::memcpy(parts, &value, sizeof(T));
      for (std::uint64_t& part : parts) part = from(source, part, site, lockstep::sim::LaneType::bits);
      T result;
      std::memcpy(static_cast<void*>(&result), parts, sizeof(T));
      return result;
    }
  }

 private:
  [[gnu::always_inline]] std::uint64_t from(unsigned source, std::uint64_t bits, Site site, lockstep::sim::LaneType type) const {
    return lockstep::sim::shuffle(lockstep::sim::Shuffle::index, lanes_, bits, source, 32, site, type);
  }
  [[gnu::always_inline]] lockstep::sim::WarpVote vote(int predicate, const char* name, Site site) const {
    return lockstep::sim::warp_vote(lanes_, predicate != 0, name, site);
  }
  unsigned meta_rank_;
  unsigned meta_size_;
};

}  // namespace details
}  // namespace cooperative_groups
