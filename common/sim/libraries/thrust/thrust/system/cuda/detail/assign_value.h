/// @file
/// @brief What is assigned to a device_reference.
#pragma once

#include <thrust/detail/raw_pointer_cast.h>

#include "lockstep/thrust/element_copies.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Policy, class To, class From>
void assign_value(execution_policy<Policy>& policy, To to, From from) {
  if (::lockstep::sim::in_kernel()) {
    *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    return;
  }
  simulated::copy_element(derived_cast(policy), thrust::raw_pointer_cast(to), thrust::raw_pointer_cast(from));
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
