/// @file
/// @brief thrust::fill on the simulated device: a thread for each element.
#pragma once

#include <thrust/detail/raw_reference_cast.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Iterator, class Size, class T>
Iterator fill_n(execution_policy<Policy>& policy, Iterator first, Size count, const T& value) {
  simulated::run_each(derived_cast(policy), "thrust::fill", count,
                      [first, value](auto i) mutable { thrust::raw_reference_cast(first[i]) = value; });
  return first + count;
}

template <class Policy, class Iterator, class T>
void fill(execution_policy<Policy>& policy, Iterator first, Iterator last, const T& value) {
  cuda_cub::fill_n(policy, first, last - first, value);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
