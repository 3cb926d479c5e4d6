/// @file
/// @brief Copies of single elements: how host code reads and writes through a device_ptr or a device_reference.
#pragma once

#include <thrust/system/cuda/detail/util.h>

#include "lockstep/thrust/launch.hpp"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace simulated {

template <class Policy, class T>
void copy_element(Policy& policy, T* to, const T* from) {
  const cudaError_t error = cudaMemcpyAsync(static_cast<void*>(to), from, sizeof(T), cudaMemcpyDefault, stream(policy));
  throw_on_error(error != cudaSuccess ? error : synchronize(policy), "thrust: an element cannot be copied");
}

template <class Policy, class T>
T read_element(Policy& policy, const T* from) {
  Delivery<T> delivery;
  copy_element(policy, static_cast<T*>(delivery.address()), from);
  return delivery.take();
}

template <class Policy, class T, class U>
void copy_element(Policy& policy, T* to, const U* from) {
  const T converted = read_element(policy, from);
  copy_element(policy, to, &converted);
}

}  // namespace simulated
}  // namespace cuda_cub
THRUST_NAMESPACE_END
