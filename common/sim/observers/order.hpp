/// @file
/// @brief Which accesses of a grid happen before which: barriers, warp barriers, and releases that were acquired.
///
/// A block counts its barriers, and a thread its ticks: both only grow. What a thread released by a fence and a store that others may
/// see is one entry in the log of that address; who read the address and then fenced has acquired a prefix of the log.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/observer.hpp"

namespace lockstep::sim {

struct Cluster;

/// When a thread did something.
struct Moment {
  std::uint32_t block = 0;  ///< number of the block in the order of starting, from 1; 0: never
  std::uint32_t barrier = 0;
  std::uint32_t tick = 0;
  std::uint16_t rank = 0;
};

class Order {
 public:
  void grid_begins();
  void block_begins(const Block& block);
  void fence(const Thread& thread, Scope scope);
  /// An atomic or volatile access; of the kinds that can carry a release.
  void strong_access(const Thread& thread, const Access& access);
  void met(const Block& block, Meet meet, std::uint32_t warp, std::uint32_t lanes);

  Moment now(const Thread& thread);
  /// Does `before` happen before what `thread` does now?
  bool ordered(const Moment& before, const Thread& thread);
  uint3 block_index(std::uint32_t number) const { return infos_[number].index; }

 private:
  struct SyncVariable;
  using Acquired = std::map<const SyncVariable*, std::pair<std::size_t, bool>>;  ///< entries seen, and whether for the whole device
  struct Release {
    Moment at;
    std::array<std::uint32_t, 32> seen;
    bool wide;
    Acquired acquired;
  };
  struct SyncVariable {
    std::vector<Release> log;
  };
  struct ThreadClock {
    std::uint32_t tick = 0;
    std::array<std::uint32_t, 32> seen{};  ///< of each lane of the warp, the ticks that happened before
    std::unique_ptr<Release> released;     ///< what the last fence covers
    std::uint32_t fenced_at = ~0u;         ///< the block's barrier count at the last fence
    Acquired observed, acquired;
  };
  struct BlockClock {
    std::uint32_t number = 0, barrier = 0, fenced = 0;
    Acquired observed, acquired;
    std::vector<ThreadClock> threads;
    std::vector<std::uint32_t> dirty;  ///< threads that observed or acquired, or fenced, since the last barrier
  };
  struct BlockInfo {
    uint3 index{};
    std::uint32_t grid_floor = 0, cluster_floor = 0;  ///< barrier counts at the last meeting of that kind
    const Cluster* cluster = nullptr;
  };

  BlockClock& clock_of(const Block& block);
  void barrier(const Block& block);
  void warp_barrier(const Block& block, std::uint32_t warp, std::uint32_t lanes);
  bool reached(const Moment& before, const Acquired& acquired, std::set<const SyncVariable*>& visited, bool same_block);
  static void join(Acquired& into, const Acquired& from);

  std::vector<BlockInfo> infos_{1};
  std::unordered_map<const Block*, BlockClock> blocks_;
  std::unordered_map<std::uintptr_t, SyncVariable> variables_;
  const Block* last_block_ = nullptr;
  BlockClock* last_clock_ = nullptr;
};

}  // namespace lockstep::sim
