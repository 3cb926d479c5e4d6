/// @file
/// @brief Exercise 06: C = AAᵀ, the lower triangle.
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on each other:
/// part1 round sizes, part2 every shape, part3 nothing above the diagonal is written, part4 no hazards, part5 tiles in shared memory,
/// part6 no bank conflicts, part7 half the work, and on a GPU part8: a tenth of cuBLAS's speed.
/// In each, kernels do all of the work, and warps share it.
/// Look at: exercise.hpp, which says what to compute; `./lockstep check 06`; and `./lockstep run 06 --exercise --lines`.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;  // threads along each side of a block, and elements along each side of its tile of C

__global__ void multiply_rows(const RowProducts::Device p) {
  // TODO(part1): which element of C is this thread's, in which row and column?
  // TODO(part7): which blocks need not begin?
  // TODO(part5): two tiles of A in shared memory, one for the block's rows of C, the other for its columns.
  // TODO(part6): which elements of a tile do the lanes of a warp read at once, and in which banks are they?
  // TODO(part1): add the products of two rows of A.
  // TODO(part2): which threads have no element of C? And where does k end?
  // TODO(part1): write the sum.
  // TODO(part3): which threads are above the diagonal?
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
