/// @file
/// @brief `inclusive_scan` and `exclusive_scan`: running results over the ranks of a tile or coalesced group.
#pragma once

#include <type_traits>

#include "cooperative_groups.h"
#include "cuda/atomic"
#include "lockstep/sim/device/groups/fetch_combine.hpp"
#include "lockstep/sim/device/groups/operators.hpp"
#include "lockstep/sim/dialect.hpp"

namespace cooperative_groups {

namespace details {

/// The steps of Hillis and Steele.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline T scan_lanes(const Group& group, T result, Operation& operation, Site site) {
  for (unsigned distance = 1; distance < group.num_threads(); distance *= 2) {
    const auto before = group.shfl_up(result, distance, site);
    if (group.thread_rank() >= distance) result = operation(before, result);
  }
  return result;
}

/// In a thread, what comes before its own value, and the two combined.
template <class T>
struct Scanned {
  T exclusive, inclusive;
};

template <class T, class Group, class Operation>
[[gnu::always_inline]] inline Scanned<T> scan(const Group& group, const T& value, Operation& operation, Site site) {
  if constexpr (Group::kSpansWarps) {
    const auto warp = coalesced(lockstep::sim::lanes_of_warp());
    const T own = scan_lanes<decltype(warp), T>(warp, value, operation, site), before_own = warp.shfl_up(own, 1, site);
    group.gather(own, warp.thread_rank() + 1 == warp.size(), site);
    if (group.warp_rank() == 0) return {warp.thread_rank() == 0 ? T{} : before_own, own};
    T earlier = group.template slot<T>(0);
    for (unsigned i = 1; i < group.warp_rank(); ++i) earlier = operation(earlier, group.template slot<T>(i));
    return {warp.thread_rank() == 0 ? earlier : operation(earlier, before_own), operation(earlier, own)};
  } else {
    const T own = scan_lanes<Group, T>(group, value, operation, site), before_own = group.shfl_up(own, 1, site);
    return {group.thread_rank() == 0 ? T{} : before_own, own};
  }
}

/// The last thread combines the group's total into `target`. @return the value that was there before
template <class T, class Group, class Atomic, class Operation>
[[gnu::always_inline]] inline T add_total(const Group& group, Atomic& target, const Scanned<T>& scanned, Operation& operation, Site site) {
  const unsigned last = group.num_threads() - 1;
  T before{};
  if (group.thread_rank() == last) before = fetch_combine(target, scanned.inclusive, operation, site);
  return group.shfl(before, last, site);
}

template <class T, class Group, class Atomic, class U, class Operation>
[[gnu::always_inline]] inline T inclusive_update(const Group& group, Atomic& target, const U& value, Operation& operation, Site site) {
  const Scanned<T> scanned = scan<T>(group, value, operation, site);
  return operation(add_total(group, target, scanned, operation, site), scanned.inclusive);
}
template <class T, class Group, class Atomic, class U, class Operation>
[[gnu::always_inline]] inline T exclusive_update(const Group& group, Atomic& target, const U& value, Operation& operation, Site site) {
  const Scanned<T> scanned = scan<T>(group, value, operation, site);
  const T before = add_total(group, target, scanned, operation, site);
  return group.thread_rank() == 0 ? before : operation(before, scanned.exclusive);
}

}  // namespace details

/// @return the values of ranks 0 … own combined by `operation` (associative).
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> inclusive_scan(const Group& group, T&& value, Operation&& operation,
                                                                    Site site = Site::current()) {
  return details::scan<lockstep::sim::RemoveCvref<T>>(group, value, operation, site).inclusive;
}
template <class Group, class T>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<lockstep::sim::RemoveCvref<T>>());
}

/// @return the values of ranks 0 … own − 1 combined; T{} in rank 0.
template <class Group, class T, class Operation>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> exclusive_scan(const Group& group, T&& value, Operation&& operation,
                                                                    Site site = Site::current()) {
  return details::scan<lockstep::sim::RemoveCvref<T>>(group, value, operation, site).exclusive;
}
template <class Group, class T>
[[gnu::always_inline]] inline lockstep::sim::RemoveCvref<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<lockstep::sim::RemoveCvref<T>>());
}

// The same, begun with an atomic's value, into which the group's total is combined.
#define LOCKSTEP_SCAN_UPDATE(name, scan, Atomic)                                                                              \
  template <class Group, class T, cuda::thread_scope Scope, class U, class Operation>                                         \
  [[gnu::always_inline]] inline T name(const Group& group, Atomic& target, U&& value, Operation&& operation,                  \
                                       Site site = Site::current()) {                                                         \
    return details::scan<T>(group, target, value, operation, site);                                                           \
  }                                                                                                                           \
  template <class Group, class T, cuda::thread_scope Scope, class U>                                                          \
  [[gnu::always_inline]] inline T name(const Group& group, Atomic& target, U&& value) {                                       \
    return name(group, target, value, plus<T>());                                                                             \
  }
#define LOCKSTEP_ATOMIC_TYPE(Atomic) Atomic<T, Scope>
LOCKSTEP_SCAN_UPDATE(inclusive_scan_update, inclusive_update, LOCKSTEP_ATOMIC_TYPE(cuda::atomic))
LOCKSTEP_SCAN_UPDATE(inclusive_scan_update, inclusive_update, const LOCKSTEP_ATOMIC_TYPE(cuda::atomic_ref))
LOCKSTEP_SCAN_UPDATE(exclusive_scan_update, exclusive_update, LOCKSTEP_ATOMIC_TYPE(cuda::atomic))
LOCKSTEP_SCAN_UPDATE(exclusive_scan_update, exclusive_update, const LOCKSTEP_ATOMIC_TYPE(cuda::atomic_ref))
#undef LOCKSTEP_ATOMIC_TYPE
#undef LOCKSTEP_SCAN_UPDATE

}  // namespace cooperative_groups
