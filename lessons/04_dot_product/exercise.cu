/// @file
/// @brief Exercise 04: the length ‖x‖ = √(Σ xᵢ²) of a vector.
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on
/// each other: part1 round sizes, part2 every size, part3 very large and very small elements, part4
/// no hazards, part5 coalesced, part6 no bank conflicts and few atomics, and on a GPU part7: faster
/// than cuBLAS.
///
/// Look at: `./lockstep check 04`, and `./lockstep run 04 --exercise --lines` for the counters
/// beside your lines.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];  // one for each thread of the block
  // TODO(part1): add the squares of this thread's elements, and leave the sum in sums.
  // TODO(part2): which elements are there?
  // TODO(part3): what is the square of 1e30, as a float?
  // TODO(part1): add the sums of the block's threads as a tree; leave the block's sum in partial.
  // TODO(part4): who may read which sum, and when?
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  // TODO(part1): one thread adds the blocks' sums, and writes the root of the total to *norm.
}

void run(const Norm::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  double* partial = launch.scratch<double>(grid);

  add_squares<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  // Starts when every block of add_squares is done.
  take_root<<<1, 1, 0, launch.stream>>>(partial, grid, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
