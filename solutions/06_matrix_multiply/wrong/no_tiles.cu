/// @file
/// @brief Reads both rows from global memory, for each element of C.
///
/// Rejected by: part5
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;  // threads along each side of a block, and elements along each side of its tile of C

__global__ void multiply_rows(const RowProducts::Device p) {
  if (blockIdx.x > blockIdx.y) return;
  const std::int64_t top = std::int64_t{blockIdx.y} * kTile, left = std::int64_t{blockIdx.x} * kTile;
  const std::int64_t row = top + threadIdx.y, column = left + threadIdx.x;

  float sum = 0;
  if (row >= p.n || column > row) return;
  for (std::int64_t l = 0; l < p.k; ++l) sum += p.a[row * p.k + l] * p.a[column * p.k + l];
  p.c[row * p.n + column] = sum;
}

void run(const RowProducts::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kTile);
  const unsigned tiles = lockstep::covering_blocks(p.n, kTile, lockstep::kMostBlocksYZ);
  multiply_rows<<<dim3(tiles, tiles), dim3(kTile, kTile), 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "the products of a matrix's rows", run};

}  // namespace
