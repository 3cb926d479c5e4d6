/// @file
/// @brief The update of y in place, as v4 to v6 do it.
#pragma once

#include "lockstep/cuda.hpp"

/// y[i] and y[k − 1 − i] get what each takes of the other: read once, written once, by one thread. For each i < (k + 1)/2.
inline __device__ void update_pair(float* y, float alpha, std::int64_t i, std::int64_t k) {
  const float low = y[i], high = y[k - 1 - i];
  y[i] = low + alpha * high;
  y[k - 1 - i] = high + alpha * low;  // the one in the middle is its own partner, and is written twice with the same value
}
