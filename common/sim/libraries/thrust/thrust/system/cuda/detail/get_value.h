/// @file
/// @brief What a device_reference reads.
#pragma once

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/iterator/iterator_traits.h>

#include "lockstep/thrust/element_copies.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class Pointer>
typename thrust::iterator_value<Pointer>::type get_value(execution_policy<Policy>& policy, Pointer from) {
  if (::lockstep::sim::in_kernel()) return *thrust::raw_pointer_cast(from);
  return simulated::read_element(derived_cast(policy), thrust::raw_pointer_cast(from));
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
