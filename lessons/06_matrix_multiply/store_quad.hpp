/// @file
/// @brief How a thread stores what it has of C: four neighbours at once.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "problem.hpp"

using lockstep::kQuad;

/// Stores to a row of C, from a column on that is a multiple of four; or as many elements as there are.
inline __device__ void store_quad(const Matrices<float>& p, std::int64_t row, std::int64_t column, const float* from) {
  if (row >= p.m) return;
  float* const to = p.c + row * p.n + column;
  if (p.n % kQuad == 0) {  // then each row begins at a multiple of 16 bytes
    if (column < p.n) lockstep::store_quad(to, {from[0], from[1], from[2], from[3]});
    return;
  }
#pragma unroll
  for (unsigned i = 0; i < kQuad; ++i)
    if (column + i < p.n) to[i] = from[i];
}
