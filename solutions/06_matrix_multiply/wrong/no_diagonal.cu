/// @file
/// @brief Leaves out the diagonal.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;  // threads along each side of a block, and elements along each side of its tile of C

__global__ void multiply_rows(const RowProducts::Device p) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ float rows[kTile][kTile], columns[kTile][kTile + 1];
  const std::int64_t top = std::int64_t{blockIdx.y} * kTile, left = std::int64_t{blockIdx.x} * kTile;
  const std::int64_t row = top + threadIdx.y, column = left + threadIdx.x;

  float sum = 0;
  for (std::int64_t first = 0; first < p.k; first += kTile) {
    const std::int64_t l = first + threadIdx.x;
    const std::int64_t other = left + threadIdx.y;
    rows[threadIdx.y][threadIdx.x] = row < p.n && l < p.k ? p.a[row * p.k + l] : 0.0F;
    columns[threadIdx.y][threadIdx.x] = other < p.n && l < p.k ? p.a[other * p.k + l] : 0.0F;
    __syncthreads();
    for (unsigned i = 0; i < kTile; ++i) sum += rows[threadIdx.y][i] * columns[threadIdx.x][i];
    __syncthreads();
  }
  if (row < p.n && column < row) p.c[row * p.n + column] = sum;
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
