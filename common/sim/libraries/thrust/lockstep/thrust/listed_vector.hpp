/// @file
/// @brief What Debian's vectors lack of the toolkit's: a list of elements in braces.
#pragma once

#include <thrust/detail/vector_base.h>

#include <initializer_list>

THRUST_NAMESPACE_BEGIN
namespace detail {

template <class T, class Alloc>
class listed_vector : public vector_base<T, Alloc> {
  using Parent = vector_base<T, Alloc>;

 public:
  using Parent::operator=;
  using Parent::Parent;
  listed_vector() = default;
  listed_vector(std::initializer_list<T> elements) : Parent(elements.begin(), elements.end()) {}
  listed_vector(std::initializer_list<T> elements, const Alloc& alloc) : Parent(elements.begin(), elements.end(), alloc) {}
  listed_vector& operator=(std::initializer_list<T> elements) {
    this->assign(elements.begin(), elements.end());
    return *this;
  }
};

}  // namespace detail
THRUST_NAMESPACE_END
