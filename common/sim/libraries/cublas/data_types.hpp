/// @file
/// @brief Memory whose type is an argument: its elements as numbers to compute with.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "sim/libraries/cublas/storage.hpp"

namespace lockstep::sim::blas {

/// Calls `visit(T{})` with the C++ type of a data type. False: there is none here.
template <class Visit>
bool with_type(cudaDataType type, Visit&& visit) {
  switch (type) {
    case CUDA_R_16F:
      return visit(__half{}), true;
    case CUDA_R_16BF:
      return visit(__nv_bfloat16{}), true;
    case CUDA_R_32F:
      return visit(float{}), true;
    case CUDA_R_64F:
      return visit(double{}), true;
    case CUDA_C_32F:
      return visit(std::complex<float>{}), true;
    case CUDA_C_64F:
      return visit(std::complex<double>{}), true;
    case CUDA_R_8I:
      return visit(std::int8_t{}), true;
    case CUDA_R_32I:
      return visit(std::int32_t{}), true;
    default:
      return false;
  }
}

inline std::size_t bytes_of(cudaDataType type) {
  std::size_t bytes = 0;
  with_type(type, [&](auto element) { bytes = sizeof element; });
  return bytes;
}

/// An element as a number of the type that is computed in; real ones become complex, not the other way round.
template <class To, class From>
To loaded(From value) {
  if constexpr (std::is_same_v<From, __half>) {
    return To(__half2float(value));
  } else if constexpr (std::is_same_v<From, __nv_bfloat16>) {
    return To(__bfloat162float(value));
  } else if constexpr (is_complex<From>) {
    if constexpr (is_complex<To>) return narrow<To>(value);
    return To{};  // not asked for
  } else {
    return To(static_cast<Real<To>>(value));
  }
}
template <class To, class From>
To stored(From value) {
  if constexpr (std::is_same_v<To, __half>) {
    return __float2half(static_cast<float>(std::real(value)));
  } else if constexpr (std::is_same_v<To, __nv_bfloat16>) {
    return __float2bfloat16(static_cast<float>(std::real(value)));
  } else if constexpr (is_complex<To>) {
    return narrow<To>(std::complex<double>(value));
  } else if constexpr (std::is_integral_v<To> && !std::is_integral_v<From>) {
    return static_cast<To>(std::lrint(std::real(value)));
  } else {
    return static_cast<To>(std::real(value));
  }
}

/// A number at an address, as `T`.
template <class T>
T load(cudaDataType type, const std::byte* p) {
  T value{};
  with_type(type, [&](auto element) {
    std::memcpy(&element, p, sizeof element);
    value = loaded<T>(element);
  });
  return value;
}
template <class T>
void store(cudaDataType type, std::byte* p, T value) {
  with_type(type, [&](auto element) {
    element = stored<decltype(element)>(value);
    std::memcpy(p, &element, sizeof element);
  });
}

/// A matrix by columns, or its transpose. A vector is a row: its step is the leading dimension.
struct TypedMatrix {
  std::byte* p;
  cudaDataType type;
  Index m, n, leading;
  cublasOperation_t op = CUBLAS_OP_N;

  std::byte* at(Index i, Index j) const { return p + (i + j * leading) * static_cast<Index>(bytes_of(type)); }
  template <class T>
  T get(Index i, Index j) const {
    if (op != CUBLAS_OP_N) std::swap(i, j);
    return conjugate_if(op == CUBLAS_OP_C, load<T>(type, at(i, j)));
  }
  std::vector<Box> boxes() const {
    if (m <= 0 || n <= 0) return {};
    const std::size_t size = bytes_of(type);
    return {{p, size * static_cast<std::size_t>(m), static_cast<std::size_t>(n), 1, size * static_cast<std::size_t>(std::abs(leading))}};
  }
};

/// A scalar argument of some type.
class TypedScalar {
 public:
  TypedScalar(const cublasContext& context, const void* p, cudaDataType type) : type_(type) {
    if (context.pointers == CUBLAS_POINTER_MODE_DEVICE) {
      at_ = static_cast<const std::byte*>(p);
    } else {
      std::memcpy(value_, p, bytes_of(type));
    }
  }
  template <class T>
  T get() const {
    return load<T>(type_, at_ == nullptr ? value_ : at_);
  }
  bool is_reached() const { return at_ == nullptr || device_reaches(at_, bytes_of(type_)); }
  void add_to(Operands& operands, const char* name) const {
    if (at_ != nullptr) operands.push_back({name, {{bytes_at(at_), bytes_of(type_)}}});
  }

 private:
  const std::byte* at_ = nullptr;
  cudaDataType type_;
  std::byte value_[16]{};
};

}  // namespace lockstep::sim::blas
