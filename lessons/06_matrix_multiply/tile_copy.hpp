/// @file
/// @brief How tiles of A and B come into shared memory in v5 and v8: asynchronously, past the registers.
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "problem.hpp"

using lockstep::kQuad;

/// Begins to copy kFloats neighbours, 4 or 16 bytes; or as many zeros, which add nothing, where there are none.
template <unsigned kFloats>
__device__ void copy_or_zero(float* to, const float* from, bool exists) {
  __pipeline_memcpy_async(to, from, kFloats * sizeof(float), exists ? 0 : kFloats * sizeof(float));
}

/// Floats from row to row of a matrix whose rows begin at multiples of 16 bytes.
__host__ __device__ constexpr std::int64_t whole_quads(std::int64_t columns) { return (columns + kQuad - 1) / kQuad * kQuad; }

/// A thread's share in copying tiles of A, each to the right of the one before, kRows × kDepth, and in turning them: in shared memory a
/// column of A's tile lies in a row, so that four of its elements can be read at once.
template <unsigned kRows, unsigned kDepth, unsigned kThreads>
class TurnedCopyOfA {
 public:
  using Element = float;
  static constexpr unsigned kPitch = kRows + kQuad;  ///< so that the eight columns that a warp writes at once begin in different banks
  static constexpr unsigned kElements = kDepth * kPitch;

  __device__ TurnedCopyOfA(const Matrices<float>& p, std::int64_t first_row) : left_(p.k - column()) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i)  // instead of a row that A does not have, its last is read: the result is not stored
      from_[i] = p.a + min(first_row + row() + i * kApart, p.m - 1) * p.k + column();
  }

  __device__ void next(float* tile) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i) {
      copy_or_zero<1>(tile + column() * kPitch + row() + i * kApart, from_[i], left_ > 0);
      from_[i] += kDepth;
    }
    left_ -= kDepth;
  }

 private:
  static constexpr unsigned kApart = kThreads / kDepth, kRounds = kRows / kApart;
  static __device__ unsigned row() { return threadIdx.x / kDepth; }
  static __device__ unsigned column() { return threadIdx.x % kDepth; }

  const float* from_[kRounds];
  std::int64_t left_;  ///< columns of A from this thread's on
};

/// The same of tiles of A as they are, with kPad floats between rows. Rows of A must be whole quads: see in_whole_quads().
template <unsigned kRows, unsigned kDepth, unsigned kThreads, unsigned kPad>
class CopyOfA {
 public:
  using Element = float;
  static constexpr unsigned kPitch = kDepth + kPad;
  static constexpr unsigned kElements = kRows * kPitch;

  __device__ CopyOfA(const Matrices<float>& p, std::int64_t first_row) : left_(p.k - column()) {
    const std::int64_t pitch = whole_quads(p.k);
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i) from_[i] = p.a + min(first_row + row() + i * kApart, p.m - 1) * pitch + column();
  }

  __device__ void next(float* tile) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i) {
      copy_or_zero<kQuad>(tile + (row() + i * kApart) * kPitch + column(), from_[i], left_ > 0);
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

/// The same of tiles of B, each below the one before, kDepth × kColumns.
template <unsigned kDepth, unsigned kColumns, unsigned kThreads, unsigned kPad = 0>
class CopyOfB {
 public:
  using Element = float;
  static constexpr unsigned kPitch = kColumns + kPad;
  static constexpr unsigned kElements = kDepth * kPitch;

  __device__ CopyOfB(const Matrices<float>& p, std::int64_t first_column)
      : pitch_(whole_quads(p.n)), from_(p.b + row() * pitch_ + min(first_column + column(), pitch_ - kQuad)), left_(p.k - row()) {}

  __device__ void next(float* tile) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i) {
      copy_or_zero<kQuad>(tile + (row() + i * kApart) * kPitch + column(), from_, left_ > i * kApart);
      from_ += kApart * pitch_;
    }
    left_ -= kDepth;
  }

 private:
  static constexpr unsigned kAcross = kColumns / kQuad, kApart = kThreads / kAcross, kRounds = kDepth / kApart;
  static __device__ unsigned row() { return threadIdx.x / kAcross; }
  static __device__ unsigned column() { return threadIdx.x % kAcross * kQuad; }

  std::int64_t pitch_;  ///< from row to row of B
  const float* from_;
  std::int64_t left_;  ///< rows of B from this thread's on
};

/// Lets the rows of a matrix begin at multiples of 16 bytes: copies it, if need be, with zeros after each row. They meet zeros, or go to
/// columns that C does not have; without them, uninitialised memory would be read. Lesson 02 has the reason for such a pitch.
inline const float* in_whole_quads(const float* matrix, std::int64_t rows, std::int64_t columns, const Launch& launch) {
  if (columns % kQuad == 0) return matrix;
  const auto bytes = static_cast<std::size_t>(columns) * sizeof(float),
             pitch = static_cast<std::size_t>(whole_quads(columns)) * sizeof(float), height = static_cast<std::size_t>(rows);
  auto* const copy = launch.scratch<float>(height * pitch / sizeof(float));
  lockstep::check(cudaMemsetAsync(copy, 0, height * pitch, launch.stream));
  lockstep::check(cudaMemcpy2DAsync(copy, pitch, matrix, bytes, bytes, height, cudaMemcpyDeviceToDevice, launch.stream));
  return copy;
}
