/// @file
/// @brief thrust::partition on the simulated device: one thread, with memory that the policy's allocator gives.
#pragma once

#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/detail/sequential/partition.h>

#include "lockstep/thrust/scratch.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Iterator, class... Rest>
Iterator stable_partition(execution_policy<Policy>& policy, Iterator first, Iterator last, Rest... rest) {
  using Element = typename thrust::iterator_value<Iterator>::type;
  if (first == last) return first;
  simulated::Scratch<Policy> scratch(policy, simulated::scratch_bytes<Element>(last - first));
  return simulated::compute(derived_cast(policy), "thrust::partition", scratch.thread(),
                            [=](simulated::DeviceThread& me) { return stable_partition(me, first, last, rest...); });
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
