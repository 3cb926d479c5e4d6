/// @file
/// @brief Exercise 01: z = αx + βy, and in the same pass ‖z‖², the sum of the squares of z.
///
/// Add lines where a TODO asks for them. No line that is here has to change. The parts build on
/// each other: part1 z at round sizes, part2 z at every size, part3 ‖z‖² as well, part4 no hazards,
/// part5 coalesced, part6 one pass, with few atomics and no bank conflicts, and on a GPU part7:
/// faster than CUB.
///
/// Look at: `./lockstep check 01`, and `./lockstep run 01 --exercise --lines` for the counters.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 1056;  // blocks at most: 8 for each of an H100's 132 multiprocessors

/// p.x, p.y and p.z have p.n elements; p.alpha and p.beta are numbers; p.norm points to one number.
__global__ void combine(const Combination::Device p) {
  // TODO(part1): write this thread's elements of z. There may be more elements than threads.
  // TODO(part2): which elements are there?
  // TODO(part3): add this thread's squares, and add the sum to *p.norm. All threads of all blocks
  // do that. Which type counts far enough?
  // TODO(part4): who may read what, and when?
  // TODO(part5): which elements do the 32 lanes of a warp read together?
  // TODO(part6): add the sums of the block's threads first, so that one thread adds to *p.norm.
}

void run(const Combination::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));

  // The blocks add to what is there.
  lockstep::check(cudaMemsetAsync(p.norm, 0, sizeof(double), launch.stream));
  combine<<<grid, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a combination of two vectors, and its norm", run};

}  // namespace
