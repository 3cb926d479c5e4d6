/// @file
/// @brief How tiles of A and B come into shared memory in v5 and v8: asynchronously, past the registers, 16 bytes at a time.
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "operands.hpp"

/// Begins to copy a quad; or zeros, which add nothing, where there is none.
inline __device__ void copy_quad(float* to, const float* from, bool exists) {
  __pipeline_memcpy_async(to, from, sizeof(Quad), exists ? 0 : sizeof(Quad));
}

/// A thread's share in copying tiles of A, kRows × kDepth, each to the right of the one before, to rows kPitch floats apart.
template <unsigned kRows, unsigned kDepth, unsigned kPitch, unsigned kThreads>
class CopyOfA {
 public:
  __device__ CopyOfA(const Operands& p, std::int64_t first_row) : left_(p.k - column()) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i)  // instead of a row that A does not have, its last is read: what comes of it is not stored
      from_[i] = p.a + min(first_row + row() + i * kApart, p.m - 1) * p.a_pitch + column();
  }

  __device__ void next(float* tile) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i) {
      copy_quad(tile + (row() + i * kApart) * kPitch + column(), from_[i], left_ > 0);
      from_[i] += kDepth;
    }
    left_ -= kDepth;
  }

 private:
  static constexpr unsigned kAcross = kDepth / kQuad, kApart = kThreads / kAcross, kRounds = kRows / kApart;
  static __device__ unsigned row() { return threadIdx.x / kAcross; }
  static __device__ unsigned column() { return threadIdx.x % kAcross * kQuad; }

  const float* from_[kRounds];
  std::int64_t left_;  ///< columns of A from this thread's on
};

/// The same of B, kDepth × kColumns, each below the one before.
template <unsigned kDepth, unsigned kColumns, unsigned kPitch, unsigned kThreads>
class CopyOfB {
 public:
  __device__ CopyOfB(const Operands& p, std::int64_t first_column)
      : from_(p.b + row() * p.b_pitch + min(first_column + column(), p.b_pitch - kQuad)), pitch_(p.b_pitch), left_(p.k - row()) {}

  __device__ void next(float* tile) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i) {
      copy_quad(tile + (row() + i * kApart) * kPitch + column(), from_, left_ > i * kApart);
      from_ += kApart * pitch_;
    }
    left_ -= kDepth;
  }

 private:
  static constexpr unsigned kAcross = kColumns / kQuad, kApart = kThreads / kAcross, kRounds = kDepth / kApart;
  static __device__ unsigned row() { return threadIdx.x / kAcross; }
  static __device__ unsigned column() { return threadIdx.x % kAcross * kQuad; }

  const float* from_;
  std::int64_t pitch_;
  std::int64_t left_;  ///< rows of B from this thread's on
};
