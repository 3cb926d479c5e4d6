/// @file
/// @brief What a block does in v4, v6 and v7: its tile of C, for a range of k, with 8 × 8 sums in each thread's registers.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "register_tile.hpp"

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
    for (std::int64_t l = first; l < last; l += kDepth) {
      for (unsigned i = threadIdx.x; i < kSide * kDepth; i += kThreads) {
        a[i / kDepth][i % kDepth] = element_or_zero(p_.a, row_ + i / kDepth, p_.m, l + i % kDepth, last, p_.k);
        b[i / kSide][i % kSide] = element_or_zero(p_.b, l + i / kSide, last, column_ + i % kSide, p_.n, p_.n);
      }
      __syncthreads();  // a thread reads what others have written
#pragma unroll
      for (unsigned d = 0; d < kDepth; ++d) {
        T down[kPart], across[kPart];
        for (unsigned i = 0; i < kPart; ++i) down[i] = a[top + i * kApart][d];
        for (unsigned j = 0; j < kPart; ++j) across[j] = b[d][left + j * kApart];  // neighbours read neighbours: no bank conflict
        add_outer_product(sums_, down, across);
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
  /// Zeros beyond the edges add nothing.
  static __device__ T element_or_zero(const T* matrix, std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t columns,
                                      std::int64_t pitch) {
    return row < rows && column < columns ? matrix[row * pitch + column] : T{0};
  }

  const Matrices<T> p_;
  const std::int64_t row_, column_;
  Sum<T> sums_[kPart][kPart] = {};
};
