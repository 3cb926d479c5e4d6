/// @file
/// @brief `inclusive_scan` and `exclusive_scan`: running results over the ranks of a tile or coalesced group.
#pragma once

#include <type_traits>

#include "cooperative_groups.h"
#include "lockstep/sim/device/groups/operators.hpp"

namespace cooperative_groups {

/// @return the values of ranks 0 … own combined by `operation` (associative), in the steps of Hillis and Steele.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> inclusive_scan(const Group& group, T&& value, Operation&& operation,
                                                                           Site site = Site::current()) {
  lockstep::sim::RemoveCvref<T> result = value;
  for (unsigned distance = 1; distance < group.num_threads(); distance *= 2) {
    const auto before = group.shfl_up(result, distance, site);
    if (group.thread_rank() >= distance) result = operation(before, result);
  }
  return result;
}
template <class Group, class T>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<lockstep::sim::RemoveCvref<T>>());
}

/// @return the values of ranks 0 … own − 1 combined; T{} in rank 0.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> exclusive_scan(const Group& group, T&& value, Operation&& operation,
                                                                           Site site = Site::current()) {
  const auto before = group.shfl_up(inclusive_scan(group, value, operation, site), 1, site);
  return group.thread_rank() == 0 ? lockstep::sim::RemoveCvref<T>{} : before;
}
template <class Group, class T>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<lockstep::sim::RemoveCvref<T>>());
}

}  // namespace cooperative_groups
