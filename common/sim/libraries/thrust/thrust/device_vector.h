/// @file
/// @brief thrust::device_vector, as the toolkit has it (Thrust, "Vectors").
#pragma once

#include <thrust/detail/config.h>

#include <thrust/device_allocator.h>

#include <utility>
#include <vector>

#include "lockstep/thrust/listed_vector.hpp"

THRUST_NAMESPACE_BEGIN

template <class T, class Alloc = thrust::device_allocator<T>>
class device_vector : public detail::listed_vector<T, Alloc> {
  using Parent = detail::listed_vector<T, Alloc>;

 public:
  using Parent::operator=;
  using Parent::Parent;
  device_vector() = default;
};

template <class T, class Alloc>
void swap(device_vector<T, Alloc>& a, device_vector<T, Alloc>& b) {
  a.swap(b);
}

THRUST_NAMESPACE_END
