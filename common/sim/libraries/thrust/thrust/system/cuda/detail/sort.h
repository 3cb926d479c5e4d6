/// @file
/// @brief thrust::sort on the simulated device: one thread merges, and swaps with memory that the policy's allocator gives.
#pragma once

#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/detail/sequential/sort.h>

#include "lockstep/thrust/scratch.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Keys, class Less>
void stable_sort(execution_policy<Policy>& policy, Keys first, Keys last, Less less) {
  using Key = typename thrust::iterator_value<Keys>::type;
  if (last - first < 2) return;
  simulated::Scratch<Policy> scratch(policy, simulated::scratch_bytes<Key>(last - first));
  simulated::run_once(derived_cast(policy), "thrust::sort", scratch.thread(),
                      [=](simulated::DeviceThread& me) { stable_sort(me, first, last, less); });
}

template <class Policy, class Keys, class Values, class Less>
void stable_sort_by_key(execution_policy<Policy>& policy, Keys first, Keys last, Values values, Less less) {
  using Key = typename thrust::iterator_value<Keys>::type;
  using Value = typename thrust::iterator_value<Values>::type;
  if (last - first < 2) return;
  simulated::Scratch<Policy> scratch(policy, simulated::scratch_bytes<Key>(last - first) + simulated::scratch_bytes<Value>(last - first));
  simulated::run_once(derived_cast(policy), "thrust::sort_by_key", scratch.thread(),
                      [=](simulated::DeviceThread& me) { stable_sort_by_key(me, first, last, values, less); });
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
