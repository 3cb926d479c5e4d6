/// @file
/// @brief `reduce`: combines one value of each thread of a tile or coalesced group.
#pragma once

#include <type_traits>

#include "cooperative_groups.h"
#include "cuda/atomic"
#include "lockstep/sim/device/groups/fetch_combine.hpp"
#include "lockstep/sim/device/groups/operators.hpp"
#include "lockstep/sim/dialect.hpp"

namespace cooperative_groups {

namespace details {

/// The values are combined as a tree over the ranks, halves first, as a butterfly of shuffles does it.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline T reduce_lanes(const Group& group, T result, Operation& operation, Site site) {
  const unsigned size = group.num_threads(), rank = group.thread_rank();
  unsigned half = 1;
  while (2 * half < size) half *= 2;
  for (; half > 0; half /= 2) {
    const auto other = group.shfl_down(result, half, site);
    if (rank < half && rank + half < size) result = operation(result, other);
  }
  return group.shfl(result, 0, site);
}

}  // namespace details

/// @return in every thread, the values of all combined by `operation`, which must be associative and commutative.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> reduce(const Group& group, T&& value, Operation&& operation,
                                                            Site site = Site::current()) {
  static_assert(!std::is_same<Group, thread_block>::value,
                "reduce takes a tile or a coalesced group: divide the block with tiled_partition first");
  using Value = lockstep::sim::RemoveCvref<T>;
  if constexpr (Group::kSpansWarps) {
    const auto warp = details::coalesced(lockstep::sim::lanes_of_warp());
    return group.template combine<Value>(details::reduce_lanes<decltype(warp), Value>(warp, value, operation, site), operation, site);
  } else {
    return details::reduce_lanes<Group, Value>(group, value, operation, site);
  }
}

/// The same, with the result stored by one thread.
template <class Group, class T, class U, class Operation>
[[gnu::always_inline]] inline void reduce_store_async(const Group& group, T* result, U&& value, Operation&& operation,
                                                      Site site = Site::current()) {
  const auto total = reduce(group, value, operation, site);
  if (group.thread_rank() == 0) *result = total;
}
template <class Group, class T, cuda::thread_scope Scope, class U, class Operation>
[[gnu::always_inline]] inline void reduce_store_async(const Group& group, cuda::atomic<T, Scope>& result, U&& value, Operation&& operation,
                                                      Site site = Site::current()) {
  const auto total = reduce(group, value, operation, site);
  if (group.thread_rank() == 0) result.store(total, cuda::memory_order_relaxed, site);
}
template <class Group, class T, cuda::thread_scope Scope, class U, class Operation>
[[gnu::always_inline]] inline void reduce_store_async(const Group& group, const cuda::atomic_ref<T, Scope>& result, U&& value,
                                                      Operation&& operation, Site site = Site::current()) {
  const auto total = reduce(group, value, operation, site);
  if (group.thread_rank() == 0) result.store(total, cuda::memory_order_relaxed, site);
}

/// The same, with the result combined into an atomic.
template <class Group, class T, cuda::thread_scope Scope, class U, class Operation>
[[gnu::always_inline]] inline void reduce_update_async(const Group& group, cuda::atomic<T, Scope>& target, U&& value, Operation&& operation,
                                                       Site site = Site::current()) {
  const T total = reduce(group, value, operation, site);
  if (group.thread_rank() == 0) details::fetch_combine(target, total, operation, site);
}
template <class Group, class T, cuda::thread_scope Scope, class U, class Operation>
[[gnu::always_inline]] inline void reduce_update_async(const Group& group, const cuda::atomic_ref<T, Scope>& target, U&& value,
                                                       Operation&& operation, Site site = Site::current()) {
  const T total = reduce(group, value, operation, site);
  if (group.thread_rank() == 0) details::fetch_combine(target, total, operation, site);
}

}  // namespace cooperative_groups
