/// @file
/// @brief What happens to a pivot, the number whose root is the diagonal element of L.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"

/// Keeps the first column, counted from 1, whose pivot is not positive, or NaN: A is not positive definite. For one thread at a time.
inline __device__ void report_pivot(float pivot, std::int64_t column, std::int32_t* info) {
  if (!(pivot > 0) && *info == 0) *info = static_cast<std::int32_t>(column + 1);
}
