/// @file
/// @brief Exercise 02: T = αAᵀ, and in the same pass the sum of each column of T.
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on
/// each other: part1 T of square matrices with round sides, part2 T of every shape, part3 the sums
/// as well, part4 no hazards, part5 coalesced, part6 no bank conflicts, few atomics and one pass,
/// and on a GPU part7: as fast as cuBLAS. In each, kernels do all of the work, and warps share it.
/// Look at: `./lockstep check 02`, and `./lockstep run 02
/// --exercise --lines` for the counters beside your lines.
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
  // TODO(part1): for each of this thread's elements of the tile: where is it in A, and where in T?
  // TODO(part2): blocks hang over two edges of A.
  // TODO(part3): add each element of T to the sum of its column, p.sums[column of T]. Other blocks
  // add to the same sums.
  // TODO(part4): who may read what, and when?
  // TODO(part5): the lanes of a warp lie along a row of A. They should also lie along a row of T
  // when they write.
  // TODO(part6): which banks does a warp read? Add inside the block before anything goes to p.sums.
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
