/// @file
/// @brief Launch as many blocks as the GPU holds at once: one wave, whatever the GPU.
///
/// Change from v6: the runtime says how many blocks fit. They are as large as they can be, which
/// leaves few sums to combine. What a thread adds is v6's, in thread_sum.hpp.
/// Look at: `./lockstep run 04 --kernel v6,v7`: *barriers*, one a block; on a GPU, the bandwidth.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
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
  const unsigned wave = lockstep::one_wave(dot, block);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, wave));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "as many blocks as fit at once", run};

}  // namespace
