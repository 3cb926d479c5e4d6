/// @file
/// @brief Let the threads of a block add their partial sums in shared memory, two by two, as a tree.
///
/// Change from v2: a block leaves one partial sum, not 256; the one thread at the end adds 240 numbers, not 61440.
/// Look at: `./lockstep run 01 --kernel v3 --lines`: lanes and wavefronts on the line of the tree; barriers.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  extern __shared__ float sums[];  // one for each thread of the block
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) {  // i < n: the last round is not full
    const float x = a[i] + b[i];  // the lanes of a warp are neighbours: 32 floats in 4 sectors
    c[i] = x;
    sum += x;
  }
  sums[threadIdx.x] = sum;

  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {  // blockDim.x is a power of two: run() sees to it
    // What the upper half wrote, in the step before or above the loop, must be there before the lower half reads it.
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];  // which thread 0 itself wrote last: no barrier is needed
}

__global__ void add_partials(const float* partial, std::int64_t count, float* sum) {
  float total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += partial[i];
  *sum = total;
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.power_of_two_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));
  float* partial = launch.scratch<float>(grid);

  add<<<grid, block, block * sizeof(float), launch.stream>>>(p.a, p.b, p.c, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, 1, 0, launch.stream>>>(partial, grid, p.sum);  // same stream: begins when all of add is done
  lockstep::check_launch();
}

const Version version{__FILE__, "a block adds its threads' partial sums as a tree in shared memory", run};

}  // namespace
