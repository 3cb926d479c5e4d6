/// @file
/// @brief The nouns of a running grid: thread, warp, block, cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "lockstep/sim/device/pipeline_state.hpp"
#include "lockstep/sim/launch.hpp"
#include "sim/engine/accesses/warp_log.hpp"
#include "sim/engine/running/fiber.hpp"

namespace lockstep::sim {

struct Block;
struct Cluster;

/// Are these the indices of one block, or of one thread of a block?
inline bool is_same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// Why a thread is not running.
enum class Wait : std::uint8_t {
  fresh,
  ready,
  block_barrier,
  warp_sync,
  convergence,
  grid_barrier,
  cluster_barrier,
  named_barrier,
  exited
};

/// One CUDA thread. Aligned, so that what a switch touches is in one line of the cache.
struct alignas(64) Thread {
  Block* block = nullptr;
  Fiber* fiber = nullptr;  ///< the stack that holds it while it waits
  uint3 index{};
  std::uint32_t rank = 0;
  Wait wait = Wait::fresh;
  bool predicate = false;
  std::uint32_t mask = 0;           ///< of the warp synchronization it waits in; afterwards of its convergence
  std::uint32_t cluster_phase = 0;  ///< the cluster barrier's phase when it arrived
  std::uint32_t spins = 0;          ///< in a row
  std::uint32_t strong_left = 0;    ///< atomic and volatile accesses until it lets all others go first
  const char* name = nullptr;       ///< of the call it waits in, or spins on
  Site site;
  const void* pc = nullptr;                 ///< where it spins on a volatile variable; otherwise null
  const void* polled = nullptr;             ///< what its last atomic or volatile access touched, of `polled_bytes`
  std::uint32_t polled_bytes = 0;           ///<
  std::uint32_t volatile_reads = 0;         ///< in a row, with no volatile write between them
  bool ignores_result = false;              ///< of its next atomic
  bool counts_lanes = false;                ///< its next atomic adds the constant 1
  cudaError_t last_error = cudaSuccess;     ///< for cudaGetLastError in device code
  void* expected_launch = nullptr;          ///< a launch that is configured, and not yet called (runtime/launching/launch.cpp)
  std::unique_ptr<PipelineState> pipeline;  ///< made at its first asynchronous copy

  std::uint32_t lane() const { return rank % 32; }
};

/// Lanes that synchronize in a warp intrinsic. It lives until the last of them has read what the others brought.
struct WarpSync {
  std::uint32_t mask = 0;
  const char* name = nullptr;
  WarpExchange exchange{};
  unsigned unread = 0;  ///< lanes that have not read yet; 0 while the synchronization is open
};

/// WarpSyncs that are open, or not yet read by all. Few at a time; closed ones are kept for the next.
class WarpSyncs {
 public:
  WarpSync& emplace_back() {
    if (live_ == all_.size()) all_.push_back(std::make_unique<WarpSync>());
    return *all_[live_++];
  }
  void erase(const WarpSync& sync) {
    for (std::size_t i = 0; i < live_; ++i)
      if (all_[i].get() == &sync) std::swap(all_[i], all_[--live_]);
  }
  void clear() {
    for (std::size_t i = 0; i < live_; ++i) all_[i]->unread = 0;
    live_ = 0;
  }
  std::size_t size() const { return live_; }
  std::unique_ptr<WarpSync>& operator[](std::size_t i) { return all_[i]; }
  auto begin() { return all_.begin(); }
  auto end() { return all_.begin() + static_cast<std::ptrdiff_t>(live_); }

 private:
  std::vector<std::unique_ptr<WarpSync>> all_;  // the first live_ are in use
  std::size_t live_ = 0;
};

/// Is it PTX's `bar.sync` or `bar.arrive`, and not a warp's own synchronization?
inline bool is_block_instruction(const char* name) { return std::strncmp(name, "bar.", 4) == 0; }

struct Warp {
  std::uint32_t exited = 0;      ///< lanes that are gone, or never were (a ragged last warp)
  std::uint32_t runnable = 0;    ///< lanes that could run: neither waiting nor gone
  std::uint32_t converging = 0;  ///< lanes that wait in `converged_lanes`
  std::uint32_t at_barrier = 0;  ///< how many of its lanes wait at the block's barrier
  WarpSyncs syncs;
  WarpLog log;  ///< empty where nobody reads logs
};

/// What a block's threads have agreed on so far at their current barrier.
struct BarrierState {
  std::uint32_t arrived = 0;
  std::vector<Thread*> waiting;  ///< those that arrived, except the last; in their order
  std::uint32_t votes = 0;
  std::uint32_t result = 0;
  Vote vote = Vote::none;
  bool mixed = false;  ///< threads wait at different lines
  Site site;           ///< of the first to arrive
};

/// A barrier that is known by its number, for a part of the block.
struct NamedBarrier {
  std::uint32_t expected = 0;  ///< threads, of those who have come in this phase
  std::uint32_t arrived = 0;   ///< threads
  std::uint32_t phase = 0;
  bool is_used = false;
  std::vector<Thread*> waiting;  ///< one of each warp
};

struct Block {
  uint3 index{};
  std::uint32_t threads_total = 0;
  std::uint32_t alive = 0;       ///< threads that have not exited
  std::size_t launches = 0;      ///< of its threads, so far
  std::uint32_t next_fresh = 0;  ///< threads before it (in starting order) were started
  BarrierState barrier;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<std::uint32_t> order;          ///< starting order of the threads where it is shuffled; otherwise empty
  std::byte* shared = nullptr;               ///< its shared memory: statically sized variables, then the dynamic part
  std::uint32_t poisoned = 0;                ///< bytes of its variables that were made NaN before their first use
  std::uint32_t tile_barriers = 0;           ///< which barriers of tiles of more than a warp are initialised
  std::vector<NamedBarrier> named_barriers;  ///< by number; empty where the program has none
  Cluster* cluster = nullptr;
};

/// Blocks that are resident together. Every block has one; without a cluster launch it holds that block alone.
struct Cluster {
  std::vector<std::unique_ptr<Block>> blocks;
  std::uint32_t alive = 0;    ///< threads that have not exited
  std::uint32_t arrived = 0;  ///< at the cluster barrier
  std::uint32_t phase = 0;
  uint3 first_block{};
};

}  // namespace lockstep::sim
