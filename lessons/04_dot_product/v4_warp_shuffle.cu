/// @file
/// @brief Let warps add by shuffles, from register to register, with one barrier instead of eight.
///
/// Change from v3: block_sum() adds a block's sums by shuffles, as in lessons 01 and 03. One block
/// adds the partial sums in the same way.
/// Look at: `./lockstep run 04 --kernel v3,v4`: *barriers* and *wavefronts*.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  // One for each warp of the block.
  __shared__ lockstep::WarpSums<float> warp_sums;
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    sum += a[i] * b[i];

  sum = lockstep::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* result) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float total = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) total += partial[i];

  total = lockstep::block_sum(total, warp_sums);
  if (threadIdx.x == 0) *result = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "warps add by shuffles", run};

}  // namespace
