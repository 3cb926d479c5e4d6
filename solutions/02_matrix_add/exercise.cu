/// @file
/// @brief Exercise 02, solved: T = αAᵀ, and in the same pass the sum of each column of T.
///
/// A tile goes through shared memory, where it can be read down its columns as fast as along its rows. A column of T is a row of A: once a
/// tile is there, one warp adds its rows, a lane each, and 32 atomics a tile are all that is left of the sums.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;  // columns and rows of a tile of A: one a block
constexpr unsigned kRows = 8;   // of threads in a block, each of kTile threads: a thread has four elements of a tile

/// A has p.height rows of p.width elements; row i begins at p.a + i * p.pitch. T has p.width rows; row j begins at p.t + j * p.t_pitch.
__global__ void turn(const ScaledTranspose::Device p) {
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile, first_row = std::int64_t{blockIdx.y} * kTile;  // of the tile, in A
  __shared__ float tile[kTile][kTile + 1];  // the last column is empty: so a column of 32 lies in 32 banks
  for (unsigned k = threadIdx.y; k < kTile; k += kRows) {
    const std::int64_t row = first_row + k, column = first_column + threadIdx.x;
    const bool inside = row < p.height && column < p.width;                     // blocks hang over both edges of A
    tile[k][threadIdx.x] = inside ? p.alpha * p.a[row * p.pitch + column] : 0;  // a zero adds nothing to a sum
  }
  __syncthreads();  // from here on a thread reads what others have written

  for (unsigned k = threadIdx.y; k < kTile; k += kRows) {
    const std::int64_t t_row = first_column + k, t_column = first_row + threadIdx.x;  // lanes along a row of T
    if (t_row < p.width && t_column < p.height) p.t[t_row * p.t_pitch + t_column] = tile[threadIdx.x][k];
  }

  const std::int64_t t_column = first_row + threadIdx.x;
  if (threadIdx.y != 0 || t_column >= p.height) return;
  float sum = 0;
  for (unsigned k = 0; k < kTile; ++k) sum += tile[threadIdx.x][k];
  atomicAdd(p.sums + t_column, sum);  // the blocks beside this one add to the same sums
}

void run(const ScaledTranspose::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kRows);
  const dim3 grid(lockstep::covering_blocks(p.width, kTile), lockstep::covering_blocks(p.height, kTile, lockstep::kMostBlocksYZ));

  lockstep::check(cudaMemsetAsync(p.sums, 0, static_cast<std::size_t>(p.height) * sizeof(float), launch.stream));  // add to zero
  turn<<<grid, dim3(kTile, kRows), 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a matrix turned and scaled, and its column sums", run};

}  // namespace
