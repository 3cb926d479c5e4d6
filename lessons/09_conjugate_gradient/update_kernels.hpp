/// @file
/// @brief The second and the third kernel of an iteration in v4 and v7: sums over all blocks are partial sums, which each block adds up.
#pragma once

#include "state.hpp"

/// x, r and the partial sums of rᵀr, once the partial sums of pᵀq are there.
static __global__ void update(const ConjugateGradient::Device s, Vectors v, States* states, const float* partial_pq, unsigned count,
                              float* partial) {
  __shared__ lockstep::WarpSums<float> of_pq, of_rr;
  State state = states->now;
  const float pq = state.end == End::running ? total_of(partial_pq, count, of_pq) : 0;
  if (state.end == End::running) state = state_with(s, state, pq, is_first_thread());
  if (is_first_thread()) states->before = state;
  if (state.end != End::running) return;
  const float alpha = state.rr / pq;
  const float rr = lockstep::block_sum(step(s, v, alpha), of_rr);
  if (threadIdx.x == 0) partial[blockIdx.x] = rr;
}

/// The new p, and the next state.
static __global__ void turn(const ConjugateGradient::Device s, Vectors v, States* states, const float* partial_rr) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const State before = states->before;
  if (before.end != End::running) {
    if (is_first_thread()) states->now = before;
    return;
  }
  const float rr = total_of(partial_rr, gridDim.x, warp_sums);
  if (is_first_thread()) states->now = state_after(s, rr, before.limit, before.k + 1, true);
  const std::int64_t i = lockstep::global_thread();
  if (i < s.n) v.p[i] = v.r[i] + rr / before.rr * v.p[i];
}
