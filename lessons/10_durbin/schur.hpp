/// @file
/// @brief The two parts of v8's work: reflection coefficients from the first elements, and steps of all elements.
#pragma once

#include "lockstep/cuda.hpp"

constexpr int kSteps = 32;                     ///< between two barriers
constexpr int kPerLane = 4;                    ///< neighbouring elements of a lane: 16 bytes
constexpr int kTile = 32 * kPerLane - kSteps;  ///< elements that a warp finishes: the first kSteps of its own are its neighbour's

/// q/p, to the last bit where the quotient is a float, without the tests that `/` makes for extreme p.
inline __device__ float quotient(float q, float p) {
  const float inverse = __fdividef(1.0F, p), estimate = q * inverse;
  return fmaf(fmaf(-estimate, p, q), inverse, estimate);
}

/// The next kSteps reflection coefficients, from as many elements: nothing to the right of them has a part in it.
inline __device__ void reflections(const float4* forward, const float4* backward, float* alpha) {
  float f[kSteps], b[kSteps];
#pragma unroll
  for (int i = 0; i < kSteps; i += 4) {
    const float4 x = forward[i / 4], y = backward[i / 4];
    f[i] = x.x, f[i + 1] = x.y, f[i + 2] = x.z, f[i + 3] = x.w;
    b[i] = y.x, b[i + 1] = y.y, b[i + 2] = y.z, b[i + 3] = y.w;
  }
#pragma unroll
  for (int step = 0; step < kSteps; ++step) {
    const float a = -quotient(f[step], b[0]);
    alpha[step] = a;
#pragma unroll
    for (int i = 0; i < kSteps - step; ++i) {  // backward moves to the right by one a step: here forward's index does
      const float old_b = b[i];
      b[i] += a * f[step + i];
      f[step + i] += a * old_b;
    }
  }
}

/// A lane's elements: neighbours of each other, and the first of them the neighbour of the last of the lane before.
struct Elements {
  float f[kPerLane], b[kPerLane];
};

/// Takes `steps` steps. Each moves b by one element, so that after all of them the warp's first `steps` elements are wrong.
/// @param pivot  the element that becomes the step's reflection coefficient, counted from this lane's first; each step moves it by one
template <bool kHasPivot>
__device__ void advance(Elements& x, const float* alpha, int steps, int pivot) {
#pragma unroll 4
  for (int step = 0; step < steps; ++step) {
    const float a = alpha[step];
    float moved[kPerLane];
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
      moved[i] = x.b[i] + a * x.f[i];
      x.f[i] = kHasPivot && pivot + step == i ? a : x.f[i] + a * x.b[i];  // chosen, not stored: an index would need memory
    }
    x.b[0] = __shfl_up_sync(0xffffffff, moved[kPerLane - 1], 1);
#pragma unroll
    for (int i = 1; i < kPerLane; ++i) x.b[i] = moved[i - 1];
  }
}
