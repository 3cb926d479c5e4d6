/// @file
/// @brief Let the threads of a block add their partial sums in shared memory, as a tree.
///
/// Change from v2: a block leaves one partial sum instead of 256. The thread at the end adds 240
/// numbers instead of 61440.
/// Look at: `./lockstep run 01 --kernel v3 --lines`: lanes and wavefronts on the line of the tree.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  extern __shared__ float sums[];  // one for each thread of the block
  const std::int64_t threads = lockstep::grid_threads();
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += threads) {
    const float x = a[i] + b[i];
    c[i] = x;
    sum += x;
  }
  sums[threadIdx.x] = sum;

  // run() makes sure that blockDim.x is a power of two.
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    // The upper half must have written its sums before the lower half reads them.
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  // No barrier here: thread 0 wrote sums[0] itself.
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
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
  add_partials<<<1, 1, 0, launch.stream>>>(partial, grid, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a block adds its threads' sums as a tree in shared memory", run};

}  // namespace
