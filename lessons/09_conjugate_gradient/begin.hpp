/// @file
/// @brief What comes before the first iteration of v4, v5, v7 and the peer.
#pragma once

#include "state.hpp"

/// x = 0, r = p = b, q = 0, and the state before the first iteration: by one block, as it is done once.
static __global__ void begin(const ConjugateGradient::Device s, Vectors v, States* states) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float sum = 0;
  for (std::int64_t i = threadIdx.x; i < s.n; i += blockDim.x) {
    const float b = s.b[i];
    s.x[i] = v.q[i] = 0;
    v.r[i] = v.p[i] = b;
    sum += b * b;
  }
  const float rr = lockstep::block_all_sum(sum, warp_sums);
  if (threadIdx.x == 0) states->now = state_after(s, rr, limit_of(s, rr), 0, true);
}
