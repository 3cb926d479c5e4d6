/// @file
/// @brief `__pipeline_memcpy_async` and its companions (CUDA C++ Programming Guide, "Pipeline Primitives Interface").
#pragma once

#include "lockstep/sim/device/pipeline.hpp"

/// Begins a copy of `size_and_align` bytes (4, 8 or 16) from global to shared memory; the last `zfill` of them become zero.
[[gnu::always_inline]] inline void __pipeline_memcpy_async(void* dst_shared, const void* src_global, std::size_t size_and_align,
                                                           std::size_t zfill = 0,
                                                           lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::pipeline_copy(dst_shared, src_global, size_and_align, zfill, site);
}
/// Makes a batch of the copies begun since the last one.
[[gnu::always_inline]] inline void __pipeline_commit() { lockstep::sim::pipeline_commit(); }
/// Waits for all batches but the newest `prior`; more than 8 counts as 8.
[[gnu::always_inline]] inline void __pipeline_wait_prior(std::size_t prior) { lockstep::sim::pipeline_wait_prior(prior); }
/// The thread's copies that are in no batch are there when it has arrived at the barrier: arriving finishes them.
[[gnu::always_inline]] inline void __pipeline_arrive_on(std::uint64_t*) {}
