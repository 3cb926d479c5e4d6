/// @file
/// @brief What v1 to v3 do to vectors beside products and sums: one thread an element, which is as good as it gets.
#pragma once

#include "lockstep/cuda.hpp"

/// y += factor · x
static __global__ void add_scaled(float* y, float factor, const float* x, std::int64_t n) {
  const std::int64_t i = lockstep::global_thread();
  if (i < n) y[i] += factor * x[i];
}

/// p = r + beta · p
static __global__ void turn(float* p, float beta, const float* r, std::int64_t n) {
  const std::int64_t i = lockstep::global_thread();
  if (i < n) p[i] = r[i] + beta * p[i];
}
