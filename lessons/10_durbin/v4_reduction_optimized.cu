/// @file
/// @brief Add by shuffles, and update y in place, so that each element is read once and not twice.
///
/// Change from v3: warps add by shuffles, with one barrier in place of a tree of them, and a warp adds the blocks' sums; a thread updates a
/// pair, y[i] and y[k − 1 − i], so that one vector is left of two.
/// Look at: `./lockstep run 10 --kernel v3,v4`: *barriers*, *wavefronts* and *bytes moved*; on a GPU: how little of it is in the time.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "orders.hpp"
#include "problem.hpp"
#include "update_pair.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 64;    // blocks that multiply

__global__ void dot(const float* r, const float* y, float* partial, std::int64_t k) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float share = 0;
  for (std::int64_t i = lockstep::global_thread(); i < k; i += lockstep::grid_threads()) share += r[k - 1 - i] * y[i];
  const float sum = lockstep::block_sum(share, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void update(const float* r, float* y, const float* partial, unsigned count, float* beta, std::int64_t k) {
  __shared__ float alpha;
  if (lockstep::warp() == 0) {
    float share = 0;
    for (unsigned b = threadIdx.x; b < count; b += 32) share += partial[b];
    const float sum = lockstep::warp_sum(share);
    if (threadIdx.x == 0) {
      alpha = reflection(r, sum, beta, k);
      if (blockIdx.x == 0) finish_step(alpha, y, beta, k);
    }
  }
  __syncthreads();  // thread 0 knows
  const std::int64_t i = lockstep::global_thread();
  if (i < (k + 1) / 2) update_pair(y, alpha, i, k);  // the grid is rounded up to whole blocks
}

void run(const Durbin::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned most = launch.grid_or(kGrid);
  float* partial = launch.scratch<float>(most);
  float* beta = launch.scratch<float>(static_cast<std::size_t>(p.n) + 1);

  begin<<<1, 1, 0, launch.stream>>>(p.r, p.y, beta);
  lockstep::check_launch();
  for (std::int64_t k = 1; k < p.n; ++k) {
    const unsigned grid = lockstep::enough_blocks(k, block, most);
    dot<<<grid, block, 0, launch.stream>>>(p.r, p.y, partial, k);
    lockstep::check_launch();
    update<<<lockstep::covering_blocks((k + 1) / 2, block), block, 0, launch.stream>>>(p.r, p.y, partial, grid, beta, k);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "warps add by shuffles; pairs of y are updated in place", run};

}  // namespace
