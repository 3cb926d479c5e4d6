/// @file
/// @brief What a thread does in v5 and v6 before its sum leaves its registers.
#pragma once

#include <cstdint>

#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "problem.hpp"

constexpr unsigned kSide = 64;             ///< of a tile
constexpr unsigned kRows = 4;              ///< that a thread takes, and of each a quad: four neighbouring elements
constexpr unsigned kTileThreads = 256;     ///< = kSide / kRows rows of kSide / 4 quads
constexpr unsigned kStep = kSide / kRows;  ///< from one of a thread's rows to the next

/// Writes this block's tile of C, 64 x 64 elements. For one-dimensional blocks of kTileThreads threads, all of which must call it.
/// @return the sum of the squares of those elements that this thread wrote
inline __device__ float add_tile(const MatrixAdd::Device& p) {
  __shared__ float tile[kSide][kSide + 1];  // of B, as it lies there; the last column is empty
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kSide, first_row = std::int64_t{blockIdx.y} * kSide;
  // A warp takes 8 quads of 4 rows: then neither its stores to the tile nor its reads down the columns meet in a bank.
  const unsigned quad = 4 * (lockstep::lane() % 8 + 8 * (lockstep::warp() % 2)), top = lockstep::lane() / 8 + 4 * (lockstep::warp() / 2);
  const std::int64_t column = first_column + quad, b_column = first_row + quad;

  float4 a[kRows] = {}, b[kRows] = {};  // all eight loads are on their way before the first of them is used
  for (unsigned k = 0; k < kRows; ++k) {
    const std::int64_t row = first_row + top + k * kStep, b_row = first_column + top + k * kStep;
    if (row < p.height && column + 4 <= p.width) a[k] = lockstep::load_quad(p.a + row * p.pitch + column);
    if (b_row < p.width && b_column < p.height) b[k] = lockstep::load_quad(p.b + b_row * p.b_pitch + b_column);  // may run into B's padding
  }
  for (unsigned k = 0; k < kRows; ++k) {
    float* const to = &tile[top + k * kStep][quad];
    to[0] = b[k].x, to[1] = b[k].y, to[2] = b[k].z, to[3] = b[k].w;
  }
  __syncthreads();  // a thread reads what others have written

  float sum = 0;
  for (unsigned k = 0; k < kRows; ++k) {
    const unsigned r = top + k * kStep;
    if (first_row + r >= p.height) break;  // blocks hang over the lower edge
    const float* const from = p.a + (first_row + r) * p.pitch + column;
    float* const to = p.c + (first_row + r) * p.pitch + column;
    if (column + 4 <= p.width) {
      const float4 c{a[k].x + tile[quad][r], a[k].y + tile[quad + 1][r], a[k].z + tile[quad + 2][r], a[k].w + tile[quad + 3][r]};
      lockstep::store_quad(to, c);
      sum += c.x * c.x + c.y * c.y + c.z * c.z + c.w * c.w;
    } else {
      for (unsigned i = 0; column + i < p.width; ++i) {  // and over the right one, where fewer than four elements of a quad are ours
        const float c = from[i] + tile[quad + i][r];
        to[i] = c;
        sum += c * c;
      }
    }
  }
  return sum;
}
