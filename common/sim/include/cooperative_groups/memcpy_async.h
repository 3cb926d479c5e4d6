/// @file
/// @brief `memcpy_async`: a group copies from global to shared memory together, and waits later.
#pragma once

#include <cstddef>

#include "cooperative_groups.h"
#include "cuda_pipeline_primitives.h"

namespace cooperative_groups {

/// Begins a copy of `bytes` bytes, as one batch.
template <class Group, class T>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes, Site site = Site::current()) {
  lockstep::sim::pipeline_copy_part(to, from, bytes, static_cast<unsigned>(group.thread_rank()), static_cast<unsigned>(group.size()), site);
  __pipeline_commit();
}
/// Begins a copy of the smaller of two counts of elements, as one batch.
template <class Group, class T>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* to, std::size_t to_count, const T* from, std::size_t from_count,
                                                Site site = Site::current()) {
  memcpy_async(group, to, from, (to_count < from_count ? to_count : from_count) * sizeof(T), site);
}
/// Waits for all copies, and for the group.
template <class Group>
[[gnu::always_inline]] inline void wait(const Group& group, Site site = Site::current()) {
  __pipeline_wait_prior(0);
  group.sync(site);
}
/// Waits for all copies but the newest `Batches`, and for the group.
template <unsigned Batches, class Group>
[[gnu::always_inline]] inline void wait_prior(const Group& group, Site site = Site::current()) {
  __pipeline_wait_prior(Batches);
  group.sync(site);
}

}  // namespace cooperative_groups
