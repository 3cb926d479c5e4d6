/// @file
/// @brief The block as a cooperative group.
#pragma once

#include "lockstep/sim/device/groups/thread_group.hpp"

namespace cooperative_groups {

class thread_block : public thread_group {
 public:
  static void sync(Site site = Site::current()) {
    lockstep::sim::block_barrier(lockstep::sim::Vote::none, false, "thread_block::sync", site);
  }
  static unsigned thread_rank() { return lockstep::sim::thread_rank(); }
  static unsigned num_threads() { return lockstep::sim::block_size(); }
  static unsigned size() { return num_threads(); }
  static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
  static dim3 dim_threads() { return blockDim; }
  static dim3 group_dim() { return blockDim; }

  /// Arriving only promises to wait: the wait is the whole barrier. A thread that arrives must also wait, as CUDA demands.
  struct arrival_token {};
  static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&, Site site = Site::current()) { sync(site); }

 private:
  thread_block() : thread_group(Kind::block) {}
  friend thread_block this_thread_block();
};

[[gnu::always_inline]] inline thread_block this_thread_block() { return {}; }

/// Shared memory that tiles of more than a warp needed before compute capability 8.0; here as there, they have their own since.
template <unsigned MaxBlockSize = 1024>
struct alignas(8) block_tile_memory {
  static_assert(MaxBlockSize <= 1024, "a block has at most 1024 threads");
};
template <unsigned MaxBlockSize>
[[gnu::always_inline]] inline thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

}  // namespace cooperative_groups
