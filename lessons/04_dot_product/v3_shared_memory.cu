/// @file
/// @brief Let the threads of a block add their sums as a tree in shared memory.
///
/// Change from v2: each block leaves one partial sum instead of one per thread. The one thread at
/// the end has 256 times less to add.
/// Look at: `./lockstep run 04 --kernel v2,v3`: *moved/needed*, which falls to 1, and what the tree
/// costs: *barriers* and *wavefronts*.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  // One for each thread of the block.
  extern __shared__ float sums[];
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    sum += a[i] * b[i];
  sums[threadIdx.x] = sum;

  // `left` sums are left. Of an odd number, the one in the middle waits for the next step.
  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    // The upper half's sums must be there before the lower half reads them.
    __syncthreads();
    if (threadIdx.x < left / 2) sums[threadIdx.x] += sums[threadIdx.x + (left + 1) / 2];
  }
  // No barrier: thread 0 itself wrote sums[0] last.
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__global__ void add_partials(const float* partial, std::int64_t count, float* result) {
  float total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += partial[i];
  *result = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, block * sizeof(float), launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, 1, 0, launch.stream>>>(partial, grid, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a block adds its threads' sums as a tree in shared memory", run};

}  // namespace
