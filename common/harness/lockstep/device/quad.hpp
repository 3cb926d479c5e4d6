/// @file
/// @brief Four neighbouring floats, which a thread loads and stores at once: 16 bytes. Lesson 01 says why.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"

namespace lockstep {

constexpr unsigned kQuad = 4;

/// Addresses of quads are multiples of 16 bytes.
inline __device__ float4 load_quad(const float* from) { return *reinterpret_cast<const float4*>(from); }
inline __device__ void store_quad(float* to, float4 quad) { *reinterpret_cast<float4*>(to) = quad; }

/// Into four registers of an array, `to` to `to + 3`.
inline __device__ void load_quad(float* to, const float* from) {
  const float4 quad = load_quad(from);
  to[0] = quad.x, to[1] = quad.y, to[2] = quad.z, to[3] = quad.w;
}

/// x[j] to x[j + 3] of x's n elements, and zeros beyond them.
inline __device__ float4 load_part(const float* x, std::int64_t j, std::int64_t n) {
  if (j + 3 < n) return load_quad(x + j);
  return {j < n ? x[j] : 0, j + 1 < n ? x[j + 1] : 0, j + 2 < n ? x[j + 2] : 0, 0};
}

/// The first `count` of the four, and zeros; `count` may be negative, or more than four.
inline __device__ float4 first_of(float4 a, std::int64_t count) {
  return {count > 0 ? a.x : 0, count > 1 ? a.y : 0, count > 2 ? a.z : 0, count > 3 ? a.w : 0};
}

/// The products of four pairs, added.
inline __device__ float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

/// sum + factor · a, in each of the four.
inline __device__ float4 add_scaled(float4 sum, float factor, float4 a) {
  return {sum.x + factor * a.x, sum.y + factor * a.y, sum.z + factor * a.z, sum.w + factor * a.w};
}

}  // namespace lockstep
