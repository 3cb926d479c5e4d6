/// @file
/// @brief The object that a cudaArray_t points to: texels in rows, rows in slices.
#pragma once

#include <cstddef>

#include "driver_types.h"

struct cudaArray {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  ///< as given: height and depth may be 0
  unsigned flags = 0;
  std::size_t texel_bytes = 0;
  std::byte* texels = nullptr;  ///< device memory of its own

  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
  std::size_t row_bytes() const { return extent.width * texel_bytes; }
  std::size_t slice_bytes() const { return row_bytes() * rows(); }
};

namespace lockstep::sim {

/// Bytes of one texel; 0 where the format is none of CUDA's: 1, 2 or 4 components of the same 8, 16 or 32 bits.
std::size_t texel_bytes(const cudaChannelFormatDesc& format);
/// The array, or null where it is none.
cudaArray* find_array(cudaArray_const_t array);
void forget_all_arrays();

}  // namespace lockstep::sim
