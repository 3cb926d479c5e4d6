/// @file
/// @brief Exercise 03: the mean m of n numbers, and their mean squared error Σ (xᵢ − m)² / n.
///
/// Both in one pass. Add lines where a TODO asks for them; no line that is here has to change. The
/// parts build on each other: part1 round sizes, part2 every size, part3 numbers that lie close
/// together far from zero, part4 no hazards, part5 coalesced and in one pass, part6 no bank
/// conflicts and no idle lanes, and on a GPU part7: nearly as fast as CUB.
/// Look at: `./lockstep check 03`, and `./lockstep run 03 --exercise --lines` for your counters.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 528;   // blocks, if there is work for as many

/// The two sums that lead to both answers: Σ (xᵢ − m)² = Σ xᵢ² − n m².
struct Sums {
  double values = 0, squares = 0;
};

/// Adds the sums of the block's threads. @return the total, in thread 0
__device__ Sums add_in_block(Sums own) {
  __shared__ double values[kBlock], squares[kBlock];  // one of each for each thread of the block
  // TODO(part1): add all of them as a tree, and let thread 0 have the total in own.
  // TODO(part4): who may read which sum, and when?
  // TODO(part6): which threads add in which step, and in which banks are their sums?
  return own;
}

__global__ void add(const float* x, std::int64_t n, Sums* partial) {
  Sums own;
  // TODO(part1): add this thread's elements and their squares to own.
  // TODO(part2): which elements are there?
  // TODO(part3): the squares of 8388608 and 8388609 have 14 digits, and a double has 16. How many
  // digits are left for their distance?
  // TODO(part5): which element does the neighbouring thread take?
  own = add_in_block(own);
  if (threadIdx.x == 0) partial[blockIdx.x] = own;
}

__global__ void finish(const Sums* partial, unsigned blocks, const float* x, std::int64_t n,
                       float* mean, float* error) {
  Sums own;
  // TODO(part1): add the blocks' sums, again by all threads of this one block; then thread 0 writes
  // *mean and *error.
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  Sums* partial = launch.scratch<Sums>(grid);

  add<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  // Starts when every block of add is done.
  finish<<<1, kBlock, 0, launch.stream>>>(partial, grid, p.x, p.n, p.mean, p.error);
  lockstep::check_launch();
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
