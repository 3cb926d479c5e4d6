/// @file
/// @brief `cuda::memcpy_async`'s sizes: a number of bytes, with or without a promise of alignment.
#pragma once

#include <cstddef>

namespace cuda {

/// A number of bytes, with the promise that both addresses and the number are multiples of `Alignment`.
template <::std::size_t Alignment>
struct aligned_size_t {
  static constexpr ::std::size_t align = Alignment;
  ::std::size_t value;
  constexpr explicit aligned_size_t(::std::size_t bytes) : value(bytes) {}
  constexpr operator ::std::size_t() const { return value; }
};

}  // namespace cuda
