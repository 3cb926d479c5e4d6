/// @file
/// @brief Let every warp add its numbers by shuffles: one sum a warp goes through shared memory.
///
/// Change from v7: the tree. (v8's template has nothing left to unroll.)
/// Look at: `./lockstep run 03 --kernel v8,v9`: barriers and wavefronts.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kAllLanes = 0xffffffff;

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  __shared__ float sums[32];
  const std::int64_t i = std::int64_t{blockIdx.x} * (2 * blockDim.x) + threadIdx.x;
  const std::int64_t j = i + blockDim.x;
  float sum = (i < n ? in[i] : 0) + (j < n ? in[j] : 0);

  for (unsigned half = 16; half > 0; half /= 2) sum += __shfl_down_sync(kAllLanes, sum, half);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;

  // A block has up to 32 warps. Lanes that have no warp's sum to add take zero.
  sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
  for (unsigned half = 16; half > 0; half /= 2) sum += __shfl_down_sync(kAllLanes, sum, half);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);

  const auto level = [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, 0, launch.stream>>>(in, out, n);
  };
  add_in_levels(p, launch, 2 * block, level);
}

const Version version{__FILE__, Stage::reduction_optimized, "every warp adds by shuffles", run};

}  // namespace
