/// @file
/// @brief thrust::for_each on the simulated device: a thread for each element. Thrust builds tabulate, gather and many others from it.
#pragma once

#include <thrust/detail/raw_reference_cast.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Iterator, class Size, class Function>
Iterator for_each_n(execution_policy<Policy>& policy, Iterator first, Size count, Function function) {
  simulated::run_each(derived_cast(policy), "thrust::for_each", count,
                      [first, function](auto i) mutable { function(thrust::raw_reference_cast(first[i])); });
  return first + count;
}

template <class Policy, class Iterator, class Function>
Iterator for_each(execution_policy<Policy>& policy, Iterator first, Iterator last, Function function) {
  return cuda_cub::for_each_n(policy, first, last - first, function);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
