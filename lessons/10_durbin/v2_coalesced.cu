/// @file
/// @brief Keep the last order alone, so that neighbouring threads read neighbouring elements; and let many blocks work on a step.
///
/// Change from v1: two vectors in place of a matrix, from one to the other and back; two kernels a step, because the end of a kernel is the
/// barrier between blocks.
/// Look at: `./lockstep run 10 --kernel v1,v2`: *sectors a load* and *moved/needed*; on a GPU `--plot t.svg`: what launches take.
#include <utility>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "orders.hpp"
#include "problem.hpp"
#include "two_vectors.hpp"

namespace {

constexpr unsigned kBlock = 128;  // threads
constexpr unsigned kGrid = 8;     // blocks that multiply: each thread leaves a sum, which one thread has to add

__global__ void dot(const float* r, const float* y, float* partial, std::int64_t k) {
  float share = 0;
  for (std::int64_t i = lockstep::global_thread(); i < k; i += lockstep::grid_threads()) share += r[k - 1 - i] * y[i];
  partial[lockstep::global_thread()] = share;
}

void run(const Durbin::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned most = launch.grid_or(kGrid);
  float* partial = launch.scratch<float>(std::size_t{most} * block);
  float* beta = launch.scratch<float>(static_cast<std::size_t>(p.n) + 1);
  float *y = p.y, *old_y = launch.scratch<float>(static_cast<std::size_t>(p.n));
  if (p.n % 2 == 0) std::swap(y, old_y);  // so that the last of n − 1 swaps leaves the answer in p.y

  begin<<<1, 1, 0, launch.stream>>>(p.r, y, beta);
  lockstep::check_launch();
  for (std::int64_t k = 1; k < p.n; ++k) {
    std::swap(y, old_y);
    const unsigned grid = lockstep::enough_blocks(k, block, most);
    dot<<<grid, block, 0, launch.stream>>>(p.r, old_y, partial, k);
    lockstep::check_launch();
    update<<<lockstep::covering_blocks(k, block), block, 0, launch.stream>>>(p.r, old_y, y, partial, grid * block, beta, k);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "two vectors, two kernels a step", run};

}  // namespace
