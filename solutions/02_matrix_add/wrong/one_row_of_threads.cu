/// @file
/// @brief Takes a block for 32 x 32 threads: of each tile the rows after the eighth are nobody's.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;  // columns and rows of a tile of A: one a block
constexpr unsigned kRows = 8;   // of threads in a block, each of kTile threads: a thread has four elements of a tile

__global__ void turn(const ScaledTranspose::Device p) {
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile, first_row = std::int64_t{blockIdx.y} * kTile;
  __shared__ float tile[kTile][kTile + 1];
  if (const unsigned k = threadIdx.y; k < kTile) {
    const std::int64_t row = first_row + k, column = first_column + threadIdx.x;
    const bool inside = row < p.height && column < p.width;
    tile[k][threadIdx.x] = inside ? p.alpha * p.a[row * p.pitch + column] : 0;
  }
  __syncthreads();

  if (const unsigned k = threadIdx.y; k < kTile) {
    const std::int64_t t_row = first_column + k, t_column = first_row + threadIdx.x;
    if (t_row < p.width && t_column < p.height) p.t[t_row * p.t_pitch + t_column] = tile[threadIdx.x][k];
  }

  const std::int64_t t_column = first_row + threadIdx.x;
  if (threadIdx.y != 0 || t_column >= p.height) return;
  float sum = 0;
  for (unsigned k = 0; k < kTile; ++k) sum += tile[threadIdx.x][k];
  atomicAdd(p.sums + t_column, sum);
}

void run(const ScaledTranspose::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kRows);
  const dim3 grid(lockstep::covering_blocks(p.width, kTile), lockstep::covering_blocks(p.height, kTile, lockstep::kMostBlocksYZ));

  lockstep::check(cudaMemsetAsync(p.sums, 0, static_cast<std::size_t>(p.height) * sizeof(float), launch.stream));
  turn<<<grid, dim3(kTile, kRows), 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a matrix turned and scaled, and its column sums", run};

}  // namespace
