/// @file
/// @brief Let the lanes of a warp add by shuffles, from register to register.
///
/// Change from v3: a warp adds without shared memory and without barriers. Only one number a warp
/// goes through shared memory, after the only barrier that is left. A block adds the partial sums.
/// Look at: `./lockstep run 01 --kernel v3,v4`: barriers and wavefronts.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

// The sum over the warp, in lane 0.
__device__ float warp_sum(float sum) {
  for (unsigned half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
  return sum;
}

// The sum over the block, in thread 0. All threads must call it.
__device__ float block_sum(float sum) {
  __shared__ float warp_sums[32];  // one for each warp of the block
  sum = warp_sum(sum);
  if (lockstep::lane() == 0) warp_sums[lockstep::warp()] = sum;
  // All warps must have written their sums before the first warp reads them.
  __syncthreads();
  if (lockstep::warp() != 0) return 0;
  return warp_sum(lockstep::lane() < blockDim.x / 32 ? warp_sums[lockstep::lane()] : 0);
}

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  const std::int64_t threads = lockstep::grid_threads();
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += threads) {
    const float x = a[i] + b[i];
    c[i] = x;
    sum += x;
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* sum) {
  float total = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) total += partial[i];
  total = block_sum(total);
  if (threadIdx.x == 0) *sum = total;
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));
  float* partial = launch.scratch<float>(grid);

  add<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.c, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "warps add by shuffles", run};

}  // namespace
