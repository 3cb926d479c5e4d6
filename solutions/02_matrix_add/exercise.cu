/// @file
/// @brief Exercise 02, solved: T = αAᵀ, and in the same pass the sum of each column of T.
///
/// A tile goes through shared memory, where it can be read down its columns as fast as along its
/// rows. A column of T is a row of A: once a tile is there, one warp adds its rows, a row per lane.
/// That leaves 32 atomics per tile for the sums.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

// A block has a tile of A: 32 columns and 32 rows. It has 8 rows of 32 threads, so a thread has
// four elements of the tile.
constexpr unsigned kTile = 32;
constexpr unsigned kRows = 8;

/// A has p.height rows of p.width elements; row i begins at p.a + i * p.pitch. T has p.width rows;
/// row j begins at p.t + j * p.t_pitch.
__global__ void turn(const ScaledTranspose::Device p) {
  // Where the tile lies in A.
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile;
  const std::int64_t first_row = std::int64_t{blockIdx.y} * kTile;
  // The last column stays empty: so a column of 32 lies in 32 banks.
  __shared__ float tile[kTile][kTile + 1];
  for (unsigned k = threadIdx.y; k < kTile; k += kRows) {
    const std::int64_t row = first_row + k, column = first_column + threadIdx.x;
    // Blocks hang over both edges of A. A zero adds nothing to a sum.
    const bool inside = row < p.height && column < p.width;
    tile[k][threadIdx.x] = inside ? p.alpha * p.a[row * p.pitch + column] : 0;
  }
  // From here on a thread reads what others have written.
  __syncthreads();

  for (unsigned k = threadIdx.y; k < kTile; k += kRows) {
    // Lanes lie along a row of T.
    const std::int64_t t_row = first_column + k, t_column = first_row + threadIdx.x;
    if (t_row < p.width && t_column < p.height)
      p.t[t_row * p.t_pitch + t_column] = tile[threadIdx.x][k];
  }

  const std::int64_t t_column = first_row + threadIdx.x;
  if (threadIdx.y != 0 || t_column >= p.height) return;
  float sum = 0;
  for (unsigned k = 0; k < kTile; ++k) sum += tile[threadIdx.x][k];
  // The blocks beside this one add to the same sums.
  atomicAdd(p.sums + t_column, sum);
}

void run(const ScaledTranspose::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kRows);
  const dim3 grid(lockstep::covering_blocks(p.width, kTile),
                  lockstep::covering_blocks(p.height, kTile, lockstep::kMostBlocksYZ));
  const std::size_t sums_bytes = static_cast<std::size_t>(p.height) * sizeof(float);

  // The kernel adds to zeros.
  lockstep::check(cudaMemsetAsync(p.sums, 0, sums_bytes, launch.stream));
  turn<<<grid, dim3(kTile, kRows), 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a matrix turned and scaled, and its column sums", run};

}  // namespace
