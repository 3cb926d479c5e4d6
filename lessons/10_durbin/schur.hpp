/// @file
/// @brief The two parts of v8's work: reflection coefficients from the first elements, and steps of all elements.
#pragma once

#include "lockstep/cuda.hpp"

constexpr int kHead = 8;                       ///< coefficients that follow from a lane's registers alone
constexpr int kSteps = 32;                     ///< between two barriers
constexpr int kPerLane = 4;                    ///< neighbouring elements of a lane: 16 bytes
constexpr int kTile = 32 * kPerLane - kSteps;  ///< elements that a warp finishes: the first kSteps of its own are its neighbour's

/// q/p, to the last bit where the quotient is a float, without the tests that `/` makes for extreme p.
inline __device__ float quotient(float q, float p) {
  const float inverse = __fdividef(1.0F, p), estimate = q * inverse;
  return fmaf(fmaf(-estimate, p, q), inverse, estimate);
}

/// Reflection coefficient number `lane` of the next 32, from the next 32 elements, of which each lane has one: nothing right of them has
/// a part in it. All 32 lanes must call it.
///
/// Each coefficient waits for the one before, so this is what a round cannot be shorter than. So that nothing is handed from lane to lane
/// on the way, each lane has the first kHead elements in registers and finds kHead coefficients by itself, all lanes the same; its own
/// element takes these steps meanwhile.
inline __device__ float reflection(float f, float b) {
  constexpr unsigned kAll = 0xffffffff;
  float mine = 0;
#pragma unroll 1
  for (int first = 0; first < kSteps; first += kHead) {
    float head_f[kHead], head_b[kHead];
#pragma unroll
    for (int i = 0; i < kHead; ++i) head_f[i] = __shfl_sync(kAll, f, first + i), head_b[i] = __shfl_sync(kAll, b, first + i);
#pragma unroll
    for (int step = 0; step < kHead; ++step) {
      const float a = -quotient(head_f[step], head_b[0]);
      if (static_cast<int>(lockstep::lane()) == first + step) mine = a;
#pragma unroll
      for (int i = 0; i < kHead - step; ++i) {  // b moves to the right by one a step: here f's index does
        const float old_b = head_b[i];
        head_b[i] += a * head_f[step + i];
        head_f[step + i] += a * old_b;
      }
      const float moved = b + a * f;
      f += a * b;
      b = __shfl_up_sync(kAll, moved, 1);
    }
  }
  return mine;
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
