/// @file
/// @brief A float as three numbers of 8 bits, and a matrix as three matrices of such.
#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

using Part = __nv_bfloat16;  ///< 8 bits of significand; as large and as small as a float
constexpr unsigned kParts = 3;
constexpr unsigned kPartsAtOnce = 8;  ///< in 16 bytes

/// x = part 0 + part 1 + part 2, without error.
///
/// A float is a multiple of its last bit by an integer X < 2²⁴. Part 0 is X rounded to 8 bits: what is left, at most 2¹⁵, is an integer
/// again. Part 1 is that rounded to 8 bits: what is left then, at most 2⁶, has 7 bits, and is part 2. (A number below 2⁻¹¹⁰ may lose some
/// of its last bits, and one above 2¹²⁸ − 2¹²⁰ becomes infinite. Of an infinity the other parts are NaN, and so is all that it is
/// multiplied with.)
///
/// So |part 1| ≤ 2⁻⁸ |x| and |part 2| ≤ 2⁻¹⁷ |x|. Of the nine products of a product x y, the three smallest are together at most
/// (2 · 2⁻⁸ 2⁻¹⁷ + 2⁻³⁴) |x y|, hardly more than 2⁻²⁴ |x y|, the rounding error of a float. Those we leave out.
inline __device__ void split(float x, Part (&parts)[kParts]) {
#pragma unroll
  for (Part& part : parts) {
    part = __float2bfloat16_rn(x);
    x -= __bfloat162float(part);
  }
}

/// A matrix in parts: for each part its rows, `pitch` numbers apart, whole 16 bytes, with zeros behind the last column.
struct PartedMatrix {
  Part* data;
  std::int64_t rows, pitch;
};

constexpr unsigned kSplitSide = 32;  ///< of the tile that a block of split_matrix splits, in eight rounds

/// Splits a matrix; or, if kTurned, its transpose, whose rows are the matrix's columns.
/// @param rows, columns  of the result
template <bool kTurned>
__global__ void split_matrix(const float* __restrict__ matrix, std::int64_t columns, const PartedMatrix result) {
  __shared__ float tile[kSplitSide][kSplitSide + 1];
  const std::int64_t across = (result.pitch + kSplitSide - 1) / kSplitSide;
  const std::int64_t top = blockIdx.x / across * kSplitSide, left = blockIdx.x % across * kSplitSide;
  for (unsigned i = threadIdx.y; i < kSplitSide; i += blockDim.y) {
    const unsigned down = kTurned ? threadIdx.x : i, right = kTurned ? i : threadIdx.x;  // neighbours read neighbours
    const std::int64_t row = top + down, column = left + right;
    const bool exists = row < result.rows && column < columns;
    tile[down][right] = exists ? matrix[kTurned ? column * result.rows + row : row * columns + column] : 0;
  }
  __syncthreads();  // a thread reads what others have written
  for (unsigned i = threadIdx.y; i < kSplitSide; i += blockDim.y) {
    const std::int64_t row = top + i, column = left + threadIdx.x;
    if (row >= result.rows || column >= result.pitch) continue;  // tiles hang over both edges
    Part parts[kParts];
    split(tile[i][threadIdx.x], parts);
    for (unsigned part = 0; part < kParts; ++part) result.data[(part * result.rows + row) * result.pitch + column] = parts[part];
  }
}

template <bool kTurned>
PartedMatrix in_parts(const float* matrix, std::int64_t rows, std::int64_t columns, const Launch& launch) {
  const std::int64_t pitch = lockstep::ceil_div<std::int64_t>(columns, kPartsAtOnce) * kPartsAtOnce;
  const PartedMatrix result{launch.scratch<Part>(static_cast<std::size_t>(kParts * rows * pitch)), rows, pitch};
  const std::int64_t tiles = lockstep::ceil_div<std::int64_t>(rows, kSplitSide) * lockstep::ceil_div<std::int64_t>(pitch, kSplitSide);
  split_matrix<kTurned><<<lockstep::covering_blocks(tiles, 1), dim3(kSplitSide, 8), 0, launch.stream>>>(matrix, columns, result);
  lockstep::check_launch();
  return result;
}
