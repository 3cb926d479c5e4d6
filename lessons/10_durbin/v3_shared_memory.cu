/// @file
/// @brief Let the threads of a block add their shares as a tree in shared memory.
///
/// Change from v2: a block leaves one partial sum behind, not one a thread; so one thread has 128 times less to add.
/// Look at: `./lockstep run 10 --kernel v2,v3`: *moved/needed*, and what the tree costs: *barriers* and *wavefronts*.
#include <utility>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "orders.hpp"
#include "problem.hpp"
#include "two_vectors.hpp"

namespace {

constexpr unsigned kBlock = 128;  // threads
constexpr unsigned kGrid = 64;    // blocks that multiply: each leaves a sum, which one thread has to add

__global__ void dot(const float* r, const float* y, float* partial, std::int64_t k) {
  extern __shared__ float sums[];  // one for each thread of the block
  float share = 0;
  for (std::int64_t i = lockstep::global_thread(); i < k; i += lockstep::grid_threads()) share += r[k - 1 - i] * y[i];
  sums[threadIdx.x] = share;

  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {  // of an odd number, the one in the middle waits for the next step
    __syncthreads();                                                   // the upper half's sums must be there before the lower half reads them
    if (threadIdx.x < left / 2) sums[threadIdx.x] += sums[threadIdx.x + (left + 1) / 2];
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

void run(const Durbin::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned most = launch.grid_or(kGrid);
  float* partial = launch.scratch<float>(most);
  float* beta = launch.scratch<float>(static_cast<std::size_t>(p.n) + 1);
  float *y = p.y, *old_y = launch.scratch<float>(static_cast<std::size_t>(p.n));
  if (p.n % 2 == 0) std::swap(y, old_y);  // so that the last of n − 1 swaps leaves the answer in p.y

  begin<<<1, 1, 0, launch.stream>>>(p.r, y, beta);
  lockstep::check_launch();
  for (std::int64_t k = 1; k < p.n; ++k) {
    std::swap(y, old_y);
    const unsigned grid = lockstep::enough_blocks(k, block, most);
    dot<<<grid, block, block * sizeof(float), launch.stream>>>(p.r, old_y, partial, k);
    lockstep::check_launch();
    update<<<lockstep::covering_blocks(k, block), block, 0, launch.stream>>>(p.r, old_y, y, partial, grid, beta, k);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "a block adds its threads' shares as a tree in shared memory", run};

}  // namespace
