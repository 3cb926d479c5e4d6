/// @file
/// @brief The magnitude of one pixel from its eight neighbours.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "problem.hpp"

constexpr unsigned kWhite = 255;

/// ⌊scale · sum⌋, of |Gx| + |Gy| and a scale in 65536ths.
__host__ __device__ inline unsigned scaled(unsigned sum, unsigned scale) {
  return sum * scale >> Sobel::kScaleBits;
}

/// The magnitude of a pixel with these neighbours, named by row (upper, middle, lower) and column
/// (left, middle, right).
__host__ __device__ inline unsigned magnitude(int ul, int um, int ur, int ml, int mr, int ll,
                                              int lm, int lr, unsigned scale) {
  const int gx = ur + 2 * mr + lr - ul - 2 * ml - ll;
  const int gy = ul + 2 * um + ur - ll - 2 * lm - lr;
  return scaled(static_cast<unsigned>((gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy)), scale);
}
