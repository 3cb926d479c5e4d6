/// @file
/// @brief The old report's own design: scalars in `__device__` variables, a grid that grows with k.
///
/// Beside v5: a thread has one element, a block adds its products as a tree in shared memory, and y
/// goes from one vector to the other. No scalar is copied: each kernel finds them where the one
/// before left them.
/// Look at: `./lockstep run 10 --kernel device_scalars,v5,v6 --size 1000`: *atomics* and
/// *barriers*; on a GPU the time, most of which is two launches a step.
#include <utility>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

// Who writes one of these must be the only one to use it in its launch. So the report's one sum is
// two, which take turns: one is added to and read in a step, the other gets its first term.
__device__ float alpha, beta, sums[2];

__global__ void begin(const float* r, float* y, std::int64_t n) {
  alpha = y[0] = -r[0];
  beta = 1;
  if (n > 1) sums[1] = r[1];
}

__global__ void add_products(const float* r, const float* y, std::int64_t k) {
  extern __shared__ float products[];  // one for each thread of the block
  const std::int64_t i = lockstep::global_thread();
  if (i == 0) beta *= 1 - alpha * alpha;
  products[threadIdx.x] = i < k ? r[k - 1 - i] * y[i] : 0;
  __syncthreads();

  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    if (threadIdx.x < left / 2) products[threadIdx.x] += products[threadIdx.x + (left + 1) / 2];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(&sums[k % 2], products[0]);
}

__global__ void update(const float* r, const float* old_y, float* y, std::int64_t k,
                       std::int64_t n) {
  const float new_alpha = -sums[k % 2] / beta;  // every thread for itself: the same bits
  const std::int64_t i = lockstep::global_thread();
  if (i < k) y[i] = old_y[i] + new_alpha * old_y[k - 1 - i];
  if (i != 0) return;
  alpha = y[k] = new_alpha;
  if (k + 1 < n) sums[(k + 1) % 2] = r[k + 1];
}

void run(const Durbin::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  float *y = p.y, *old_y = launch.scratch<float>(static_cast<std::size_t>(p.n));
  if (p.n % 2 == 0) std::swap(y, old_y);  // the last of n − 1 swaps leaves the answer in p.y

  begin<<<1, 1, 0, launch.stream>>>(p.r, y, p.n);
  lockstep::check_launch();
  for (std::int64_t k = 1; k < p.n; ++k) {
    std::swap(y, old_y);
    const unsigned grid = lockstep::covering_blocks(k, block);
    add_products<<<grid, block, block * sizeof(float), launch.stream>>>(p.r, old_y, k);
    lockstep::check_launch();
    update<<<grid, block, 0, launch.stream>>>(p.r, old_y, y, k, p.n);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "α, β and the sum in __device__ variables, a tree, an atomic", run};

}  // namespace
