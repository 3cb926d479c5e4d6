/// @file
/// @brief Tiles of more than a warp: they wait for each other and pass values through shared memory, as hardware does.
#pragma once

#include <cstddef>
#include <type_traits>

#include "lockstep/sim/device/groups/thread_group.hpp"
#include "lockstep/sim/device/phase_barrier.hpp"
#include "lockstep/sim/launch.hpp"

namespace lockstep::sim {

/// A block's barriers for its tiles, and a slot of values for each of its warps. Hardware reserves 1 KB of shared memory for them.
struct TileWorkspace {
  PhaseBarrier barriers[31];  ///< of the 16 tiles of 64 threads, the 8 of 128, the 4 of 256, the 2 of 512, the one of 1024
  unsigned long long values[32];
};

/// Waits for the calling thread's tile of `size` threads, and orders memory among them.
void tile_barrier(TileWorkspace& workspace, unsigned size, Site site);

}  // namespace lockstep::sim

namespace cooperative_groups {
namespace details {

template <unsigned Size>
class WarpsTile {
 public:
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned thread_rank() { return lockstep::sim::thread_rank() % Size; }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }

  [[gnu::always_inline]] static void sync(Site site = Site::current()) { lockstep::sim::tile_barrier(workspace(), Size, site); }

  /// The value of the thread of rank `source`: any trivially copyable type of 8 bytes at most.
  template <class T>
  [[gnu::always_inline]] std::decay_t<T> shfl(T&& value, unsigned source, Site site = Site::current()) const {
    sync(site);
    if (thread_rank() == source % Size) slot<std::decay_t<T>>(0) = value;
    sync(site);
    return slot<std::decay_t<T>>(0);
  }
  [[gnu::always_inline]] int any(int predicate, Site site = Site::current()) const {
    const int of_warp = lockstep::sim::warp_vote(lockstep::sim::lanes_of_warp(), predicate != 0, "any", site).yes != 0;
    return combine(
        of_warp, [](int a, int b) { return a | b; }, site);
  }
  [[gnu::always_inline]] int all(int predicate, Site site = Site::current()) const { return !any(predicate == 0, site); }

  // For the library's own use: CUDA has no such members.

  static constexpr bool kSpansWarps = true;
  static unsigned warp_rank() { return thread_rank() / 32; }
  /// How many of its warps the block has.
  static unsigned warps() {
    const unsigned behind = lockstep::sim::block_size() - lockstep::sim::thread_rank() / Size * Size;
    return ((behind < Size ? behind : Size) + 31) / 32;
  }
  /// The values of all warps, combined in their order; each lane of a warp brings the warp's.
  template <class T, class Operation>
  [[gnu::always_inline]] static T combine(T of_warp, Operation&& operation, Site site) {
    gather(of_warp, lockstep::sim::lane_index() == 0, site);
    T result = slot<T>(0);
    for (unsigned warp = 1; warp < warps(); ++warp) result = operation(result, slot<T>(warp));
    return result;
  }
  /// Stores one lane's value as its warp's, and waits until all are there.
  template <class T>
  [[gnu::always_inline]] static void gather(const T& value, bool stores, Site site) {
    sync(site);  // others may still read what was there
    if (stores) slot<T>(warp_rank()) = value;
    sync(site);
  }
  template <class T>
  [[gnu::always_inline]] static T& slot(unsigned warp) {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 8,
                  "a tile of more than 32 threads passes on trivially copyable values of 8 bytes at most");
    return *reinterpret_cast<T*>(&workspace().values[lockstep::sim::thread_rank() / Size * (Size / 32) + warp]);
  }

 protected:
  WarpsTile(unsigned meta_rank, unsigned meta_size) : meta_rank_(meta_rank), meta_size_(meta_size) {}

 private:
  static lockstep::sim::TileWorkspace& workspace() { return lockstep::sim::shared_variable<lockstep::sim::TileWorkspace>(); }

  unsigned meta_rank_;
  unsigned meta_size_;
};

}  // namespace details
}  // namespace cooperative_groups
