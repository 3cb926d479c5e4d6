/// @file
/// @brief Swaps of single elements.
#pragma once

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/swap.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Left, class Right>
void iter_swap(execution_policy<Policy>&, Left left, Right right) {
  if (!::lockstep::sim::in_kernel()) {
    thrust::swap_ranges(left, left + 1, right);
    return;
  }
  using thrust::swap;
  swap(*thrust::raw_pointer_cast(left), *thrust::raw_pointer_cast(right));
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
