/// @file
/// @brief Combines a group's result into an atomic: `reduce_update_async` and the scans with `_update`.
#pragma once

#include "cuda/atomic"
#include "lockstep/sim/device/groups/operators.hpp"

namespace cooperative_groups {
namespace details {

/// @return the value before
template <class Atomic, class T, class Operation>
[[gnu::always_inline]] inline T fetch_combine(Atomic& target, const T& value, Operation& operation, Site site) {
  T old = target.load(cuda::memory_order_relaxed, site);
  while (!target.compare_exchange_weak(old, operation(old, value), cuda::memory_order_relaxed, cuda::memory_order_relaxed, site)) {
  }
  return old;
}
template <class Atomic, class T>
[[gnu::always_inline]] inline T fetch_combine(Atomic& target, const T& value, const plus<T>&, Site site) {
  return target.fetch_add(value, cuda::memory_order_relaxed, site);
}

}  // namespace details
}  // namespace cooperative_groups
