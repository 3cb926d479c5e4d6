/// @file
/// @brief thrust::host_vector, as the toolkit has it (Thrust, "Vectors").
#pragma once

#include <thrust/detail/config.h>

#include <thrust/iterator/constant_iterator.h>

#include <memory>
#include <utility>
#include <vector>

#include "lockstep/thrust/listed_vector.hpp"

THRUST_NAMESPACE_BEGIN

template <class T, class Alloc = std::allocator<T>>
class host_vector : public detail::listed_vector<T, Alloc> {
  using Parent = detail::listed_vector<T, Alloc>;

 public:
  using Parent::operator=;
  using Parent::Parent;
  host_vector() = default;
};

template <class T, class Alloc>
void swap(host_vector<T, Alloc>& a, host_vector<T, Alloc>& b) {
  a.swap(b);
}

THRUST_NAMESPACE_END
