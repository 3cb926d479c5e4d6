/// @file
/// @brief Let each block add its sum to the step's sum itself, by one atomic addition, as the old report's kernel did.
///
/// Change from v4: no partial sums, so every thread can find α by itself, with no barrier. Each step has a sum of its own, which starts
/// at zero: to reset a single one while other blocks already add to it would be a race.
/// Look at: `./lockstep run 10 --kernel v4,v5`: *atomics*, one a block, and *barriers*, half as many.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "orders.hpp"
#include "problem.hpp"
#include "update_pair.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 64;    // blocks that multiply

__global__ void dot(const float* r, const float* y, float* sums, std::int64_t k) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float share = 0;
  for (std::int64_t i = lockstep::global_thread(); i < k; i += lockstep::grid_threads()) share += r[k - 1 - i] * y[i];
  const float sum = lockstep::block_sum(share, warp_sums);
  if (threadIdx.x == 0) atomicAdd(&sums[k], sum);  // one a block: more would queue for the one address
}

__global__ void update(const float* r, float* y, const float* sums, float* beta, std::int64_t k) {
  const float alpha = reflection(r, sums[k], beta, k);
  const std::int64_t i = lockstep::global_thread();
  if (i == 0) finish_step(alpha, y, beta, k);
  if (i < (k + 1) / 2) update_pair(y, alpha, i, k);  // the grid is rounded up to whole blocks
}

void run(const Durbin::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned most = launch.grid_or(kGrid);
  const auto n = static_cast<std::size_t>(p.n);
  float* sums = launch.scratch<float>(n);
  float* beta = launch.scratch<float>(n + 1);

  lockstep::check(cudaMemsetAsync(sums, 0, n * sizeof(float), launch.stream));  // the blocks add to what is there
  begin<<<1, 1, 0, launch.stream>>>(p.r, p.y, beta);
  lockstep::check_launch();
  for (std::int64_t k = 1; k < p.n; ++k) {
    dot<<<lockstep::enough_blocks(k, block, most), block, 0, launch.stream>>>(p.r, p.y, sums, k);
    lockstep::check_launch();
    update<<<lockstep::covering_blocks((k + 1) / 2, block), block, 0, launch.stream>>>(p.r, p.y, sums, beta, k);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "each block adds its sum by atomicAdd; no barrier in the update", run};

}  // namespace
