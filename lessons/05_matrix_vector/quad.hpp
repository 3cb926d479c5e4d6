/// @file
/// @brief Four neighbouring elements, as one 16-byte load brings them.
#pragma once

#include "lockstep/cuda.hpp"

/// The products of four pairs, added.
inline __device__ float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

/// sum + factor · a, in each of the four.
inline __device__ float4 add_scaled(float4 sum, float factor, float4 a) {
  return {sum.x + factor * a.x, sum.y + factor * a.y, sum.z + factor * a.z, sum.w + factor * a.w};
}

/// The first `count` of the four, and zeros; `count` may be negative, or more than four.
inline __device__ float4 first_of(float4 a, std::int64_t count) {
  return {count > 0 ? a.x : 0, count > 1 ? a.y : 0, count > 2 ? a.z : 0, count > 3 ? a.w : 0};
}
