/// @file
/// @brief Happens-before: which accesses of a grid come before which, by barriers, warp barriers, and releases that were acquired.
///
/// A block counts time: it goes on at each barrier, and for the threads concerned at each warp barrier and each fence. An access is known
/// by its thread and that time. What a thread made visible by a fence (or a release) and a store that others may see is kept with the
/// address of that store, as a VectorClock; a thread that reads the address and then fences (or acquires) gets it too.
///
/// Two rules are kinder than the PTX memory model, as CUDA's own samples lean on them: a block barrier serves as well as a fence for what
/// the block has read, and a store after a block barrier releases what the block's threads fenced before it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/engine/accesses/observer.hpp"
#include "sim/observers/races/vector_clock.hpp"

namespace lockstep::sim {

/// The running thread, as far as accesses ask for it.
struct Epoch {
  const Thread* thread = nullptr;
  std::uint32_t warp = 0;  ///< number of its block * 32 + number in its block
  std::uint32_t lane = 0;  ///< as a bit
  std::uint32_t time = 0;
  std::uint32_t block_floor = 0;  ///< everything in its block before this time has happened before
  std::uint32_t warp_floor = 0;   ///< the same for its warp
};

class HappensBefore {
 public:
  /// Warps have numbers, 32 for each block, that only grow from block to block and from grid to grid, unless they begin anew (`restarts`).
  /// @return the first number of this grid's
  std::uint32_t grid_begins(dim3 grid, dim3 cluster, bool cooperative);
  std::uint32_t restarts() const { return restarts_; }
  /// @return the number of the block's first warp
  std::uint32_t block_begins(const Block& block);
  void fence(const Thread& thread, Scope scope);
  /// An atomic or volatile access; of the kinds that can carry a release.
  void strong_access(const Thread& thread, const Access& access);
  void completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes);

  /// From the next grid on, also looks at the order that there would be if no fence were missing.
  void suppose_fences(bool suppose) { supposes_ = suppose; }
  bool supposes_fences() const { return supposes_; }
  /// Did any thread of this grid fence, or release?
  bool has_fences() const { return active_; }

  Epoch now(const Thread& thread);
  /// Which of these lanes of a warp, that did something at `time`, did it before or after what the thread does now, in no order?
  std::uint32_t unordered(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time, const Epoch& now);
  /// The same where the thread needs no fence to look at what it was told of: for volatile accesses, which the compiler leaves in their
  /// places. It only needs one after a compare-and-swap that took a lock.
  std::uint32_t untold(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time, const Epoch& now);
  /// The same if no fence were missing: those that no atomic or volatile access told the thread of.
  std::uint32_t unrelated(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time, const Epoch& now);
  /// Can accesses of different blocks be ordered at all, by what happened in this grid so far?
  bool orders_blocks() const { return active_ || blocks_synchronized_; }
  /// Has the thread fenced since its block's last barrier?
  bool has_fenced(const Thread& thread);
  /// Does a release wait at this address?
  bool carries_release(std::uintptr_t address) { return flag_at(address) != nullptr; }
  uint3 block_index(std::uint32_t warp) const;
  bool same_cluster(std::uint32_t a, std::uint32_t b) const { return cluster_number(block_index(a)) == cluster_number(block_index(b)); }

 private:
  /// What a fence covers, with all that the thread itself knew.
  struct Covered {
    std::uint32_t floor = 0;
    std::vector<VectorClock::OfThread> threads;  ///< empty where there was no fence
    VectorClock acquired;
    VectorClock all;  ///< made of the above when it is first asked for
    void join(const Covered& other);
    const VectorClock& message(std::uint32_t block);
  };
  /// What a thread has done to order memory since its block's last barrier.
  struct ThreadSync {
    /// Read, but not acquired yet; within the block, or everywhere.
    struct Seen {
      VectorClock block_scope, device_scope;
    };
    Seen seen, taken;  ///< `taken`: by a compare-and-swap that succeeded
    VectorClock acquired;
    VectorClock supposed;               ///< acquired if no fence were missing
    Covered block_scope, device_scope;  ///< by its last fence for the block, and for more
  };
  struct WarpClock {
    std::uint32_t floor = 0;
    std::unique_ptr<std::array<std::array<std::uint32_t, 32>, 32>>
        seen;  ///< by each lane of each other; where some synchronized without the rest
  };
  struct BlockClock {
    std::uint32_t number = 0, floor = 0, top = 0;
    std::vector<std::uint32_t> times;  ///< of each thread; below the floor where nothing happened since
    std::vector<WarpClock> warps;
    std::unordered_map<std::uint32_t, ThreadSync> syncs;  ///< by rank
    VectorClock acquired, supposed;
    Covered fenced;
  };
  /// An address that carries releases.
  struct Flag {
    VectorClock device_scope;
    VectorClock block_scope;  ///< what a narrow scope lets through, for the block that released last
    std::uint32_t releasing_block = 0;
  };

  BlockClock& clock_of(const Block& block);
  std::uint32_t& time_of(BlockClock& block, std::uint32_t rank);
  void advance(BlockClock& block, std::uint32_t rank);
  Covered everything_before(BlockClock& block, std::uint32_t rank);
  Flag* flag_at(std::uintptr_t address);
  static void read(const BlockClock& block, ThreadSync& sync, const Access& access, bool device_scope, const Flag& flag);
  void suppose(BlockClock& block, std::uint32_t rank, const Access& access);
  void release(BlockClock& block, std::uint32_t rank, const Access& access, bool device_scope);
  void barrier(BlockClock& block);
  void warp_barrier(const Block& block, std::uint32_t warp, std::uint32_t lanes);
  void share_syncs(BlockClock& block, std::uint32_t warp, std::uint32_t lanes);
  std::uint32_t cluster_number(uint3 block) const;

  dim3 grid_, cluster_;
  std::uint32_t first_ = 1, next_ = 1;  ///< numbers of this grid's blocks, in the order of starting: of the first, and of the next to start
  std::vector<std::uint32_t> started_;  ///< by number, which block of the grid it is
  std::uint32_t restarts_ = 0;
  bool active_ = false;  ///< did any thread fence or release?
  bool blocks_synchronized_ = false;
  std::vector<std::uint32_t> grid_floors_, cluster_floors_;  ///< of each block, its floor at the last synchronization of that kind
  std::unordered_map<const Block*, BlockClock> blocks_;
  std::unordered_map<std::uintptr_t, std::unordered_map<std::uintptr_t, Flag>>
      flags_;  ///< by stretches of addresses, such as a block's own
  bool supposes_ = false;
  std::unordered_map<std::uintptr_t, VectorClock> supposed_;  ///< by address, what its writers would have released
  const Block* last_block_ = nullptr;
  BlockClock* last_clock_ = nullptr;
};

}  // namespace lockstep::sim
