/// @file
/// @brief thrust::transform on the simulated device: a thread for each element.
#pragma once

#include <thrust/detail/raw_reference_cast.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Input, class Output, class Function>
Output transform(execution_policy<Policy>& policy, Input first, Input last, Output result, Function function) {
  simulated::run_each(derived_cast(policy), "thrust::transform", last - first, [first, result, function](auto i) mutable {
    thrust::raw_reference_cast(result[i]) = function(thrust::raw_reference_cast(first[i]));
  });
  return result + (last - first);
}

template <class Policy, class Left, class Right, class Output, class Function>
Output transform(execution_policy<Policy>& policy, Left first, Left last, Right right, Output result, Function function) {
  simulated::run_each(derived_cast(policy), "thrust::transform", last - first, [first, right, result, function](auto i) mutable {
    thrust::raw_reference_cast(result[i]) = function(thrust::raw_reference_cast(first[i]), thrust::raw_reference_cast(right[i]));
  });
  return result + (last - first);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
