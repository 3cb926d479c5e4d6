/// @file
/// @brief How far the iterations are, on the device, and who may change that when.
#pragma once

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "stop.hpp"

/// The scratch vectors, n elements each.
struct Vectors {
  float* r;
  float* p;
  float* q;  ///< A p
};

inline Vectors scratch_vectors(const ConjugateGradient::Device& s, const Launch& launch) {
  const auto n = static_cast<std::size_t>(s.n);
  return {launch.scratch<float>(n), launch.scratch<float>(n), launch.scratch<float>(n)};
}

/// Between two iterations.
struct State {
  float rr, limit;
  std::int32_t k;
  End end;
};

/// An iteration is three kernels: multiply reads `now`; update reads `now` and writes `before`; turn reads `before` and writes `now`. So
/// no block reads what another block of the same kernel writes.
struct States {
  State now, before;
};

inline __device__ bool is_first_thread() { return lockstep::global_thread() == 0; }

/// The state with rᵀr after k iterations. @param record  whether this thread is the one that writes it down
inline __device__ State state_after(const ConjugateGradient::Device& s, float rr, float limit, std::int32_t k, bool record) {
  const State state{rr, limit, k, judge_residual(s, rr, limit, k)};
  if (record) {
    s.history[k] = sqrtf(rr);
    s.outcome[0] = k;
    s.outcome[1] = static_cast<std::int32_t>(state.end);
  }
  return state;
}

/// A running state once pᵀAp is known: the same, or an end.
inline __device__ State state_with(const ConjugateGradient::Device& s, State state, float pq, bool record) {
  state.end = judge_curvature(pq);
  if (record) s.outcome[1] = static_cast<std::int32_t>(state.end);
  return state;
}

/// The sum of `count` numbers, in all threads. Each block that adds them gets the same bits: the order is that of its own threads.
/// @param warp_sums  in shared memory, for this sum alone
inline __device__ float total_of(const float* numbers, unsigned count, lockstep::WarpSums<float>& warp_sums) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) sum += numbers[i];
  return lockstep::block_all_sum(sum, warp_sums);
}

/// x += α p and r −= α q, for this thread's element, if it has one. @return its part of rᵀr
inline __device__ float step(const ConjugateGradient::Device& s, const Vectors& v, float alpha) {
  const std::int64_t i = lockstep::global_thread();
  if (i >= s.n) return 0;
  s.x[i] += alpha * v.p[i];
  const float r = v.r[i] -= alpha * v.q[i];
  return r * r;
}
