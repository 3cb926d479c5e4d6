/// @file
/// @brief The magnitude of one pixel from its eight neighbours.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

constexpr unsigned kWhite = 255;

/// (|Gx| + |Gy|) / 2. The neighbours are named by row (upper, middle, lower) and column (left, middle, right).
__host__ __device__ inline unsigned magnitude(int ul, int um, int ur, int ml, int mr, int ll, int lm, int lr) {
  const int gx = ur + 2 * mr + lr - ul - 2 * ml - ll;
  const int gy = ul + 2 * um + ur - ll - 2 * lm - lr;
  return static_cast<unsigned>((gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy)) / 2;
}
