/// @file
/// @brief Give a thread eight elements instead of two: a quarter of the blocks, and of the trees.
///
/// Change from v9: a loop over a thread's elements.
/// Look at: `./lockstep run 03 --kernel v9,v10`: barriers and wavefronts.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;   // threads
constexpr unsigned kElements = 8;  // of a thread
constexpr unsigned kAllLanes = 0xffffffff;

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  __shared__ float sums[32];
  const std::int64_t tile = kElements * blockDim.x;
  const std::int64_t first = blockIdx.x * tile;
  float sum = 0;
  // All loads come before the first addition: they are in flight together.
  float own[kElements];
  for (unsigned k = 0; k < kElements; ++k) {
    const std::int64_t i = first + k * blockDim.x + threadIdx.x;
    own[k] = i < n ? in[i] : 0;
  }
  for (const float x : own) sum += x;

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

  const auto level = [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, 0, launch.stream>>>(in, out, n);
  };
  add_in_levels(p, launch, kElements * block, level);
}

const Version version{__FILE__, Stage::reduction_optimized, "eight elements a thread", run};

}  // namespace
