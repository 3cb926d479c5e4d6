/// @file
/// @brief Four neighbouring floats, which a thread loads and stores at once.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

constexpr unsigned kQuad = 4;

struct alignas(16) Quad {
  float x[kQuad];
};

/// @param from  at a multiple of 16 bytes
inline __device__ void load_quad(float* to, const float* from) {
  const Quad quad = *reinterpret_cast<const Quad*>(from);
#pragma unroll
  for (unsigned i = 0; i < kQuad; ++i) to[i] = quad.x[i];
}

/// Stores to a row of C, from a column on that is a multiple of four; or as many elements as there are.
inline __device__ void store_quad(const Matrices<float>& p, std::int64_t row, std::int64_t column, const float* from) {
  if (row >= p.m) return;
  float* const to = p.c + row * p.n + column;
  if (p.n % kQuad == 0) {  // then each row begins at a multiple of 16 bytes
    const Quad quad{from[0], from[1], from[2], from[3]};
    if (column < p.n) *reinterpret_cast<Quad*>(to) = quad;
    return;
  }
#pragma unroll
  for (unsigned i = 0; i < kQuad; ++i)
    if (column + i < p.n) to[i] = from[i];
}
