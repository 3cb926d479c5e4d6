/// @file
/// @brief Barriers of a block and of a warp, and memory fences.
#pragma once

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

/// How far an atomic operation or a fence reaches.
enum class Scope : std::uint8_t { thread, block, cluster, device, system };

/// What an atomic operation orders besides itself. CUDA's `atomicAdd` and its family are relaxed.
enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acquire_release };

/// `__syncwarp`: waits until every lane of `mask` that has not exited is here.
void warp_barrier(unsigned mask, Site site);

/// Orders the calling thread's memory accesses before and after it, for all threads in `scope`.
void memory_fence(Scope scope, Site site);

}  // namespace lockstep::sim

/// Waits for the block. Source of this and the next three: the CUDA C++ Programming Guide, "Synchronization Functions".
[[gnu::always_inline]] inline void __syncthreads(lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::block_barrier(lockstep::sim::Vote::none, false, "__syncthreads", site);
}
/// Waits for the block; @return in how many threads `predicate` is not 0.
[[gnu::always_inline]] inline int __syncthreads_count(int predicate, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return static_cast<int>(lockstep::sim::block_barrier(lockstep::sim::Vote::count, predicate != 0, "__syncthreads_count", site));
}
/// Waits for the block; @return not 0 where `predicate` is not 0 in all threads.
[[gnu::always_inline]] inline int __syncthreads_and(int predicate, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return static_cast<int>(lockstep::sim::block_barrier(lockstep::sim::Vote::all, predicate != 0, "__syncthreads_and", site));
}
/// Waits for the block; @return not 0 where `predicate` is not 0 in any thread.
[[gnu::always_inline]] inline int __syncthreads_or(int predicate, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return static_cast<int>(lockstep::sim::block_barrier(lockstep::sim::Vote::any, predicate != 0, "__syncthreads_or", site));
}
/// Waits for the lanes of `mask`, and orders memory among them.
[[gnu::always_inline]] inline void __syncwarp(unsigned mask = 0xffffffffu, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::warp_barrier(mask, site);
}

[[gnu::always_inline]] inline void __threadfence_block(lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::memory_fence(lockstep::sim::Scope::block, site);
}
[[gnu::always_inline]] inline void __threadfence(lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::memory_fence(lockstep::sim::Scope::device, site);
}
[[gnu::always_inline]] inline void __threadfence_system(lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::memory_fence(lockstep::sim::Scope::system, site);
}
