/// @file
/// @brief Let one warp finish the tree alone: a warp needs no barrier of the block.
///
/// Change from v6: the last five steps. Warps without work leave before them.
/// Look at: `./lockstep run 03 --kernel v6,v7`: barriers and active lanes.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = std::int64_t{blockIdx.x} * (2 * blockDim.x) + threadIdx.x;
  const std::int64_t j = i + blockDim.x;
  sums[threadIdx.x] = (i < n ? in[i] : 0) + (j < n ? in[j] : 0);
  __syncthreads();

  // Whole warps add to whole warps.
  for (unsigned warps = blockDim.x / 32; warps > 1; warps = (warps + 1) / 2) {
    if (threadIdx.x < warps / 2 * 32) sums[threadIdx.x] += sums[threadIdx.x + (warps + 1) / 2 * 32];
    __syncthreads();
  }
  // 32 sums are left, and the first warp adds them.
  if (threadIdx.x >= 32) return;

  for (unsigned half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    // The lanes of a warp need not run in step: the next step's lanes wait for this step's sums.
    __syncwarp();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);

  const auto level = [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, block * sizeof(float), launch.stream>>>(in, out, n);
  };
  add_in_levels(p, launch, 2 * block, level);
}

const Version version{__FILE__, Stage::reduction_optimized, "one warp finishes the tree", run};

}  // namespace
