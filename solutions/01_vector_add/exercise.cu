/// @file
/// @brief Exercise 01, solved: z = αx + βy, and in the same pass ‖z‖², the sum of the squares of z.
///
/// What was just computed is still in a register. Its square costs only arithmetic, and the memory
/// is the limit here. A second kernel that reads z again would move a third more.
#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 1056;  // blocks at most: 8 for each of an H100's 132 multiprocessors

/// p.x, p.y and p.z have p.n elements; p.alpha and p.beta are numbers; p.norm points to one number.
__global__ void combine(const Combination::Device p) {
  double squares = 0;  // a float counts to 2^24, and the squares of a long vector add up to more
  // i < n: the last round is not full.
  for (std::int64_t i = lockstep::global_thread(); i < p.n; i += lockstep::grid_threads()) {
    // Neighbours read neighbours: coalesced.
    const float z = p.alpha * p.x[i] + p.beta * p.y[i];
    p.z[i] = z;
    squares += double{z} * double{z};
  }
  // Every thread comes here, even one without an element: its sum is zero.
  const double sum = lockstep::block_sum(squares);
  // One a block: all go to one address, where they queue.
  if (threadIdx.x == 0) atomicAdd(p.norm, sum);
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
