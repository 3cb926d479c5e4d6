/// @file
/// @brief What a block does in v4, v6 and v7: its tile of C, for a range of k, with 8 × 8 sums in each thread's registers.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/outer_product.hpp"
#include "problem.hpp"

/// A block's tile of C is square, and so is a thread's part of it. For one-dimensional blocks of kThreads threads, all of which must call
/// it; block (x, y) takes the tile of columns x · kSide and rows y · kSide.
template <class T, unsigned kTileSide>
class BlockProduct {
 public:
  static constexpr unsigned kSide = kTileSide;           ///< rows and columns of the tile
  static constexpr unsigned kPart = 8;                   ///< rows and columns of a thread
  static constexpr unsigned kApart = kSide / kPart;      ///< from one of a thread's rows or columns to the next
  static constexpr unsigned kThreads = kApart * kApart;  ///< of a block
  static constexpr unsigned kDepth = 8;                  ///< columns of A and rows of B that are in shared memory at a time

  explicit __device__ BlockProduct(const Matrices<T>& p)
      : p_(p), row_(std::int64_t{blockIdx.y} * kSide), column_(std::int64_t{blockIdx.x} * kSide) {}

  /// Adds A[rows, first..last) · B[first..last, columns).
  __device__ void add(std::int64_t first, std::int64_t last) {
    __shared__ T a[kSide][kDepth], b[kDepth][kSide];
    const unsigned top = threadIdx.x / kApart, left = threadIdx.x % kApart;
    // A thread loads elements of one column of a tile of A, kRowsApart apart, and of one column of a tile of B. Where they lie is computed
    // once, and then moves on.
    const unsigned a_row = threadIdx.x / kDepth, a_step = threadIdx.x % kDepth, b_step = threadIdx.x / kSide,
                   b_column = threadIdx.x % kSide;
    const T* from_a = p_.a + (row_ + a_row) * p_.k + first + a_step;
    const T* from_b = p_.b + (first + b_step) * p_.n + column_ + b_column;
    const auto rows = static_cast<int>(min(p_.m - row_ - a_row, std::int64_t{kSide}));  // of A, from this thread's first
    const bool in_b = column_ + b_column < p_.n;
    for (std::int64_t l = first; l < last; l += kDepth, from_a += kDepth, from_b += kDepth * p_.n) {
      const auto steps = static_cast<unsigned>(min(last - l, std::int64_t{kDepth}));
#pragma unroll
      for (unsigned i = 0; i < kLoads; ++i) {  // beyond the edges of A and B there are zeros, which add nothing
        const unsigned row = a_row + i * kRowsApart, step = b_step + i * kStepsApart;
        a[row][a_step] = static_cast<int>(i * kRowsApart) < rows && a_step < steps ? from_a[i * kRowsApart * p_.k] : T{0};
        b[step][b_column] = in_b && step < steps ? from_b[i * kStepsApart * p_.n] : T{0};
      }
      __syncthreads();  // a thread reads what others have written
#pragma unroll
      for (unsigned d = 0; d < kDepth; ++d) {
        T down[kPart], across[kPart];
        for (unsigned i = 0; i < kPart; ++i) down[i] = a[top + i * kApart][d];
        for (unsigned j = 0; j < kPart; ++j) across[j] = b[d][left + j * kApart];  // neighbours read neighbours: no bank conflict
        lockstep::add_outer_product(sums_, down, across);
      }
      __syncthreads();  // the next round writes what others may still be reading
    }
  }

  /// Calls put(row, column, sum) for each of this thread's elements that C has.
  template <class Put>
  __device__ void for_each_sum(const Put& put) const {
    for (unsigned i = 0; i < kPart; ++i)
      for (unsigned j = 0; j < kPart; ++j) {
        const std::int64_t row = row_ + threadIdx.x / kApart + i * kApart, column = column_ + threadIdx.x % kApart + j * kApart;
        if (row < p_.m && column < p_.n) put(row, column, sums_[i][j]);  // tiles hang over C's edges
      }
  }

 private:
  static constexpr unsigned kLoads = kSide * kDepth / kThreads;  // of each tile, for a thread
  static constexpr unsigned kRowsApart = kThreads / kDepth, kStepsApart = kThreads / kSide;

  const Matrices<T> p_;
  const std::int64_t row_, column_;
  Sum<T> sums_[kPart][kPart] = {};
};
