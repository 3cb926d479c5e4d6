/// @file
/// @brief The numbers of the BLAS: float and double, and complex ones, of which cuComplex and cuDoubleComplex are the memory.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "libraries/cublas_api.h"

namespace lockstep::sim::blas {

template <class T>
struct NumberOf {
  using type = T;
};
template <>
struct NumberOf<cuComplex> {
  using type = std::complex<float>;
};
template <>
struct NumberOf<cuDoubleComplex> {
  using type = std::complex<double>;
};
/// What the library computes with, for a type of the API.
template <class T>
using Number = typename NumberOf<std::remove_const_t<T>>::type;

template <class T>
const Number<T>* numbers(const T* p) {
  return reinterpret_cast<const Number<T>*>(p);
}
template <class T>
Number<T>* numbers(T* p) {
  return reinterpret_cast<Number<T>*>(p);
}

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = true;

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using type = T;
};
template <class T>
using Real = typename RealOf<T>::type;

/// What sums are kept in.
template <class T>
using Wide = std::conditional_t<is_complex<T>, std::complex<double>, double>;

template <class T>
T conjugate(T value) {
  if constexpr (is_complex<T>) return std::conj(value);
  return value;
}
template <class T>
T conjugate_if(bool condition, T value) {
  return condition ? conjugate(value) : value;
}
/// Without its imaginary part.
template <class T>
T real_part(T value) {
  if constexpr (is_complex<T>) return {value.real(), 0};
  return value;
}
/// |Re| + |Im|, by which the BLAS compares and adds.
template <class T>
Real<T> size_of(T value) {
  if constexpr (is_complex<T>) return std::abs(value.real()) + std::abs(value.imag());
  return std::abs(value);
}
template <class To, class From>
To narrow(From value) {
  if constexpr (is_complex<To>) return {static_cast<Real<To>>(value.real()), static_cast<Real<To>>(value.imag())};
  return static_cast<To>(value);
}

using Index = std::int64_t;

}  // namespace lockstep::sim::blas
