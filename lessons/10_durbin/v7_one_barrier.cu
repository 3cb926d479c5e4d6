/// @file
/// @brief Let a cluster of blocks share a step, with one barrier: the update of step k multiplies for step k + 1.
///
/// Change from v6: y lies in slices in the shared memory of up to 16 blocks. Beside it lies its mirror, y backwards, which moves by one
/// element a step, and so stands where r needs it: new elements are multiplied while they are in registers.
/// Look at: `./lockstep run 10 --kernel v6,v7`: *bytes moved*, as r is on the chip, too, and *barriers* (of a block: none is left);
/// on a GPU `--kernel v7 --sweep grid=1,2,4,8,16`: what a wider barrier costs.
#include <algorithm>

#include "all_sum.hpp"
#include "cluster.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

constexpr int kMostThreads = 512;  // of a block: one for each 4 elements

/// At order k, mirror[i] = y[k − 1 − i] for i < k, and mirror[k] = 1. So r[k] + Σ r[k − 1 − i] y[i] = Σ r[i] mirror[i], i ≤ k; and y[k] = 0
/// becomes 0 + α · 1.
__global__ void durbin(const float* __restrict__ r, float* __restrict__ answer, std::int64_t n, int length) {
  extern __shared__ float shared[];
  __shared__ float sums[2][kMostBlocks * 32];  // of all warps of the cluster; two, as one is read while others may write the next
  const unsigned rank = cluster_rank(), blocks = cluster_blocks(), warps = blockDim.x / 32;
  const std::int64_t first = std::int64_t{rank} * length;
  float *const y = shared, *const next_r = y + length;
  float *mirror = next_r + length, *next_mirror = mirror + length;
  for (int i = static_cast<int>(threadIdx.x); i < length; i += static_cast<int>(blockDim.x)) {
    y[i] = next_mirror[i] = 0;
    mirror[i] = first + i == 0 ? 1.0F : 0.0F;
    next_r[i] = first + i + 1 < n ? r[first + i + 1] : 0.0F;
  }
  cluster_sync();  // a block writes into its neighbour's mirror: it must run by then, and have set it

  const float first_r = r[0];
  float beta = 1, total = first_r;
  for (std::int64_t k = 0; k < n; ++k) {
    const float alpha = -total / beta;  // each thread by itself, all alike
    beta *= 1 - alpha * alpha;
    float share = 0;
    for (int i = static_cast<int>(threadIdx.x); i < length && first + i <= k; i += static_cast<int>(blockDim.x)) {
      const float low = y[i], high = mirror[i], moved = high + alpha * low;
      y[i] = low + alpha * high;
      share += next_r[i] * moved;
      if (i + 1 < length)
        next_mirror[i + 1] = moved;
      else if (rank + 1 < blocks)
        *in_block(next_mirror, rank + 1) = moved;
    }
    if (first + threadIdx.x == 0) next_mirror[0] = alpha;
    share = warp_all_sum(share);
    if (lockstep::lane() < blocks)
      in_block(sums[k % 2], lockstep::lane())[rank * warps + lockstep::warp()] = share;  // a lane tells a block
    cluster_sync();                                                                      // all sums have come, and all of the new mirror
    total = first_r * alpha + sum_of(sums[k % 2], blocks * warps);
    float* const old_mirror = mirror;
    mirror = next_mirror, next_mirror = old_mirror;
  }
  for (int i = static_cast<int>(threadIdx.x); i < length && first + i < n; i += static_cast<int>(blockDim.x)) answer[first + i] = y[i];
}

void run(const Durbin::Device& p, const Launch& launch) {
  const unsigned blocks = cluster_blocks_or(launch, durbin, p.n < 2048 ? 1 : p.n < 16384 ? 2 : 16);
  const auto length = static_cast<int>(lockstep::ceil_div<std::int64_t>(p.n, blocks));
  const unsigned block = launch.whole_warps_block_or(static_cast<unsigned>(std::clamp(length / 128 * 32, 64, kMostThreads)));
  launch_cluster(durbin, blocks, block, 4 * sizeof(float) * static_cast<std::size_t>(length), launch.stream, p.r, p.y, p.n, length);
}

const Version version{__FILE__, "a cluster: update and next product together, one barrier a step", run};

}  // namespace
