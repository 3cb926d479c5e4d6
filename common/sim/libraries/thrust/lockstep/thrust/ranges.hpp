/// @file
/// @brief Algorithms in which the elements depend on each other: one thread runs Thrust's sequential ones.
#pragma once

#include "lockstep/thrust/run.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

// The call inside finds the sequential function by the namespace of DeviceThread's base.
#define LOCKSTEP_THRUST_RANGES(name)                                                                \
  template <class Policy, class... Arguments>                                                       \
  auto name(execution_policy<Policy>& policy, Arguments... arguments) {                             \
    return simulated::compute(derived_cast(policy), "thrust::" #name, {},                           \
                              [=](simulated::DeviceThread& me) { return name(me, arguments...); }); \
  }

LOCKSTEP_THRUST_RANGES(adjacent_difference)
LOCKSTEP_THRUST_RANGES(copy_if)
LOCKSTEP_THRUST_RANGES(exclusive_scan)
LOCKSTEP_THRUST_RANGES(exclusive_scan_by_key)
LOCKSTEP_THRUST_RANGES(find_if)
LOCKSTEP_THRUST_RANGES(inclusive_scan)
LOCKSTEP_THRUST_RANGES(inclusive_scan_by_key)
LOCKSTEP_THRUST_RANGES(max_element)
LOCKSTEP_THRUST_RANGES(merge)
LOCKSTEP_THRUST_RANGES(merge_by_key)
LOCKSTEP_THRUST_RANGES(min_element)
LOCKSTEP_THRUST_RANGES(minmax_element)
LOCKSTEP_THRUST_RANGES(reduce_by_key)
LOCKSTEP_THRUST_RANGES(remove_copy_if)
LOCKSTEP_THRUST_RANGES(remove_if)
LOCKSTEP_THRUST_RANGES(set_difference)
LOCKSTEP_THRUST_RANGES(set_intersection)
LOCKSTEP_THRUST_RANGES(set_symmetric_difference)
LOCKSTEP_THRUST_RANGES(set_union)
LOCKSTEP_THRUST_RANGES(stable_partition_copy)
LOCKSTEP_THRUST_RANGES(unique)
LOCKSTEP_THRUST_RANGES(unique_by_key)
LOCKSTEP_THRUST_RANGES(unique_by_key_copy)
LOCKSTEP_THRUST_RANGES(unique_copy)
LOCKSTEP_THRUST_RANGES(unique_count)

#undef LOCKSTEP_THRUST_RANGES

}  // namespace cuda_cub
THRUST_NAMESPACE_END
