/// @file
/// @brief Launch one wave, as many blocks as the GPU holds at once: a block reads many tiles.
///
/// Change from v10: a loop over tiles. Two launches do for any n.
/// Look at: `./lockstep run 03 --kernel v10,v11 --size 2^18 --check`: barriers, one per block.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

// The larger the block, the fewer sums are left for the second launch.
constexpr unsigned kBlock = 512;   // threads
constexpr unsigned kElements = 8;  // of a thread, in a tile
constexpr unsigned kAllLanes = 0xffffffff;

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  __shared__ float sums[32];
  const std::int64_t tile = kElements * blockDim.x;
  float sum = 0;
  for (std::int64_t first = blockIdx.x * tile; first < n; first += gridDim.x * tile) {
    float own[kElements];
    for (unsigned k = 0; k < kElements; ++k) {
      const std::int64_t i = first + k * blockDim.x + threadIdx.x;
      own[k] = i < n ? in[i] : 0;
    }
    for (const float x : own) sum += x;
  }

  for (unsigned half = 16; half > 0; half /= 2) sum += __shfl_down_sync(kAllLanes, sum, half);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;

  sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
  for (unsigned half = 16; half > 0; half /= 2) sum += __shfl_down_sync(kAllLanes, sum, half);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  // A block for each tile, but no more than one wave.
  const unsigned most = lockstep::one_wave(reduce, block);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / kElements, block, most));
  float* partial = launch.scratch<float>(grid);

  reduce<<<grid, block, 0, launch.stream>>>(p.x, partial, p.n);
  lockstep::check_launch();
  reduce<<<1, block, 0, launch.stream>>>(partial, p.sum, grid);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "one wave of blocks", run};

}  // namespace
