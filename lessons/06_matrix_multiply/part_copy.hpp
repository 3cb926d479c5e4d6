/// @file
/// @brief How tiles of v8's matrices come into shared memory: three parts of a tile at a time.
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "parts.hpp"

/// A thread's share in copying tiles of kRows × kDepth, each to the right of the one before.
template <unsigned kRows, unsigned kDepth, unsigned kThreads>
class CopyOfParts {
 public:
  using Element = Part;
  static constexpr unsigned kPitch = kDepth + kPartsAtOnce;  ///< so that rows of a fragment lie in different banks
  static constexpr unsigned kPart = kRows * kPitch;          ///< from one part of an element to the next
  static constexpr unsigned kElements = kParts * kPart;

  __device__ CopyOfParts(const PartedMatrix& matrix, std::int64_t first_row)
      : part_(matrix.rows * matrix.pitch), left_(matrix.pitch - column()) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i)  // instead of a row that is not there, the last is read: what comes of it is not stored
      from_[i] = matrix.data + min(first_row + row() + i * kApart, matrix.rows - 1) * matrix.pitch + column();
  }

  __device__ void next(Part* tile) {
#pragma unroll
    for (unsigned i = 0; i < kRounds; ++i) {
#pragma unroll
      for (unsigned part = 0; part < kParts; ++part)
        __pipeline_memcpy_async(tile + part * kPart + (row() + i * kApart) * kPitch + column(), from_[i] + part * part_, 16,
                                left_ > 0 ? 0 : 16);
      from_[i] += kDepth;
    }
    left_ -= kDepth;
  }

 private:
  static constexpr unsigned kAcross = kDepth / kPartsAtOnce, kApart = kThreads / kAcross, kRounds = kRows / kApart;
  static __device__ unsigned row() { return threadIdx.x / kAcross; }
  static __device__ unsigned column() { return threadIdx.x % kAcross * kPartsAtOnce; }

  const Part* from_[kRounds];
  std::int64_t part_;  ///< from one part of the matrix to the next
  std::int64_t left_;  ///< columns of the matrix from this thread's on
};
