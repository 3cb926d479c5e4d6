/// @file
/// @brief `reduce`: combines one value of each thread of a tile or coalesced group.
#pragma once

#include <type_traits>

#include "cooperative_groups.h"
#include "lockstep/sim/device/groups/operators.hpp"

namespace cooperative_groups {

/// @return in every thread, the values of all combined by `operation`, which must be associative and commutative.
/// The values are combined as a tree over the ranks, halves first, as a butterfly of shuffles does it.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> reduce(const Group& group, T&& value, Operation&& operation,
                                                                   Site site = Site::current()) {
  static_assert(!std::is_same<Group, thread_block>::value,
                "reduce takes a tile or a coalesced group: divide the block with tiled_partition first");
  const unsigned size = group.num_threads(), rank = group.thread_rank();
  lockstep::sim::RemoveCvref<T> result = value;
  unsigned half = 1;
  while (2 * half < size) half *= 2;
  for (; half > 0; half /= 2) {
    const auto other = group.shfl_down(result, half, site);
    if (rank < half && rank + half < size) result = operation(result, other);
  }
  return group.shfl(result, 0, site);
}

/// The same, with the result stored by one thread.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline void reduce_store_async(const Group& group, lockstep::sim::RemoveCvref<T>* result, T&& value,
                                                      Operation&& operation, Site site = Site::current()) {
  const auto total = reduce(group, value, operation, site);
  if (group.thread_rank() == 0) *result = total;
}

}  // namespace cooperative_groups
