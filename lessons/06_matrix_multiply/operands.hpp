/// @file
/// @brief A, B and C as v5 takes them: each row of B begins at a multiple of 16 bytes.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

constexpr unsigned kQuad = 4;  ///< floats in 16 bytes

/// Four neighbours, loaded and stored at once.
struct alignas(16) Quad {
  float x[kQuad];
};

struct Operands {
  std::int64_t m, n, k;
  const float* a;
  const float* b;
  std::int64_t b_pitch;  ///< from row to row of B: n, rounded up to quads
  float* c;              ///< rows n apart
};

/// A matrix whose rows are no whole quads is copied, with zeros behind each row (lesson 02 has the reason).
inline const float* with_whole_quads(const float* matrix, std::int64_t rows, std::int64_t columns, const Launch& launch) {
  const std::int64_t pitch = lockstep::ceil_div<std::int64_t>(columns, kQuad) * kQuad;
  if (pitch == columns) return matrix;
  const auto height = static_cast<std::size_t>(rows), bytes = static_cast<std::size_t>(columns) * sizeof(float),
             pitch_bytes = static_cast<std::size_t>(pitch) * sizeof(float);
  auto* copy = launch.scratch<float>(static_cast<std::size_t>(rows * pitch));
  lockstep::check(cudaMemsetAsync(copy, 0, height * pitch_bytes, launch.stream));
  lockstep::check(cudaMemcpy2DAsync(copy, pitch_bytes, matrix, bytes, bytes, height, cudaMemcpyDeviceToDevice, launch.stream));
  return copy;
}

inline Operands operands_of(const Matrices<float>& p, const Launch& launch) {
  return {.m = p.m,
          .n = p.n,
          .k = p.k,
          .a = p.a,
          .b = with_whole_quads(p.b, p.k, p.n, launch),
          .b_pitch = lockstep::ceil_div<std::int64_t>(p.n, kQuad) * kQuad,
          .c = p.c};
}

/// Reads four neighbours at once. @param from  at a multiple of 16 bytes
inline __device__ void load_quad(float* to, const float* from) {
  const Quad quad = *reinterpret_cast<const Quad*>(from);
#pragma unroll
  for (unsigned i = 0; i < kQuad; ++i) to[i] = quad.x[i];
}

/// Stores four neighbours of a row of C, or as many of them as there are.
inline __device__ void store_quad(const Operands& p, std::int64_t row, std::int64_t column, const float* from) {
  if (row >= p.m) return;
  float* const to = p.c + row * p.n + column;
  if (p.n % kQuad == 0) {
    const Quad quad{from[0], from[1], from[2], from[3]};
    if (column < p.n) *reinterpret_cast<Quad*>(to) = quad;
    return;
  }
#pragma unroll
  for (unsigned i = 0; i < kQuad; ++i)
    if (column + i < p.n) to[i] = from[i];
}
