/// @file
/// @brief Launch a block for each tile: it reads its tile and ends, and another block starts.
///
/// Change from v13: the number of blocks. Each one more costs one more atomic addition.
/// Look at: `./lockstep run 03 --kernel v13,v14 --size 2^18 --check`: atomics, one per block.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 512;   // threads
constexpr unsigned kElements = 8;  // of a thread, in a tile
constexpr unsigned kAllLanes = 0xffffffff;

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  __shared__ float sums[32];
  const auto* in4 = reinterpret_cast<const float4*>(in);
  const std::int64_t quads = n / 4;
  const std::int64_t tile = kElements / 4 * blockDim.x;
  float sum = 0;
  for (std::int64_t first = blockIdx.x * tile; first < quads; first += gridDim.x * tile) {
    float4 own[kElements / 4];
    for (unsigned k = 0; k < kElements / 4; ++k) {
      const std::int64_t i = first + k * blockDim.x + threadIdx.x;
      own[k] = i < quads ? in4[i] : float4{0, 0, 0, 0};
    }
    for (const float4 x : own) sum += (x.x + x.y) + (x.z + x.w);
  }
  const std::int64_t tail = 4 * quads + lockstep::global_thread();
  if (tail < n) sum += in[tail];

  for (unsigned half = 16; half > 0; half /= 2) sum += __shfl_down_sync(kAllLanes, sum, half);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;

  sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
  for (unsigned half = 16; half > 0; half /= 2) sum += __shfl_down_sync(kAllLanes, sum, half);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned most = lockstep::kMostBlocksX;
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / kElements, block, most));

  // The blocks add to what is there.
  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));
  reduce<<<grid, block, 0, launch.stream>>>(p.x, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::atomic_combine, "a block for each tile", run};

}  // namespace
