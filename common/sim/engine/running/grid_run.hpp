/// @file
/// @brief One launch while it runs, as all of its workers see it.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/engine/running/grid.hpp"

namespace lockstep::sim {

struct Heartbeat;

/// A variable of shared memory, by its offset from the start of the block's.
struct SharedPlace {
  std::size_t begin, end;
  const SharedSlot* slot;
};

/// Between shared variables, and before the first; a multiple of all banks, so that banks are as without gaps.
inline constexpr std::uint32_t kSharedGap = 128;

/// Where the variables of a kernel's shared memory are. A variable is placed at its first use; its place is the same in all blocks,
/// and kept from launch to launch.
class SharedLayout {
 public:
  explicit SharedLayout(std::size_t slots) : places_(slots) {}

  /// Bytes from the start of the block's shared memory.
  std::uint32_t offset(const SharedSlot& slot) {
    const std::uint32_t place = places_[slot.index].load(std::memory_order_acquire);
    return place != 0 ? place - 1 : add(slot);
  }
  /// Bytes in use, the gaps between variables included.
  std::uint32_t used() const noexcept { return used_.load(std::memory_order_acquire); }
  /// The variables in the order of their offsets.
  std::vector<SharedPlace> placed() const {
    const std::lock_guard lock(mutex_);
    return placed_;
  }

 private:
  std::uint32_t add(const SharedSlot& slot);

  std::vector<std::atomic<std::uint32_t>> places_;  // offset + 1; 0 where there is none yet
  std::atomic<std::uint32_t> used_ = kSharedGap;    // an index below zero is not another block's
  std::size_t real_bytes_ = 0;
  std::vector<SharedPlace> placed_;
  mutable std::mutex mutex_;
};

inline constexpr std::size_t kStaticSharedBytes = 192 * 1024;  ///< room for 48 KB of variables with gaps between them
inline constexpr std::size_t kBlockSharedBytes = 512 * 1024;   ///< a block's stretch of addresses, dynamic part included

/// The layout of a kernel.
SharedLayout& shared_layout(const KernelEntry& kernel);

class GridRun {
 public:
  GridRun(const GridRequest& request_, std::size_t workers_at_most_, Schedule schedule_, bool quiet_ = false);

  const GridRequest& request;
  const void* const arguments = request.body.closure;  ///< the kernel's: what each thread copies
  SharedLayout& layout;
  const std::uint64_t clusters_total;
  const std::uint64_t serial;  ///< its number among all of the process
  const Schedule schedule;
  const std::size_t workers_at_most;
  const bool quiet;  ///< its failures are not reported, and come early
  std::atomic<std::uint64_t> next_cluster = 0;
  std::atomic<bool> failed = false;
  std::atomic<bool> in_vain = false;  ///< a trial that its threads are to leave
  cudaError_t error = cudaSuccess;
  std::shared_ptr<void> children{};     ///< as in Outcome
  std::atomic<bool> call_runs = false;  ///< is one of its threads in a call of the API? (runtime/context/api.hpp)

  /// The first block of a cluster. Clusters take their turns as blocks do.
  uint3 cluster_origin(std::uint64_t number) const;

  /// Makes a worker known to the others. @return its number, from 0
  std::size_t enlist(Heartbeat& heartbeat);
  /// A number that changes whenever any thread makes progress.
  std::uint64_t progress();
  /// How often each active worker has spun.
  std::vector<std::uint64_t> spins();
  /// Has every active worker found that its threads do nothing but wait, with the grid's progress at this number?
  bool stands_still_at(std::uint64_t progress);
  /// How many blocks have ended.
  std::uint64_t blocks_ended();
  /// An OS thread that works on the grid, if there still is one.
  std::optional<pthread_t> active_worker();
  /// Sends a signal to all OS threads that work on the grid. @return how many
  std::size_t interrupt(int signal);
  /// Has a worker nothing to do any more, while others work?
  bool is_partly_done();

 private:
  std::mutex mutex_;
  std::vector<Heartbeat*> heartbeats_;
};

}  // namespace lockstep::sim
