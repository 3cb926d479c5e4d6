// One kernel: each block leaves its sum in a __device__ array and takes a ticket. The block with
// the last ticket adds the sums.
#include <algorithm>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256, kGrid = 1056, kMostBlocks = 4096;

__device__ double g_partial[kMostBlocks];
__device__ unsigned int g_done = 0;

__device__ double reduce_block(double mine, double* smem) {
  smem[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) smem[threadIdx.x] += smem[threadIdx.x + s];
    __syncthreads();
  }
  return smem[0];
}

__global__ void combine(const Combination::Device p) {
  __shared__ double smem[kBlock];
  __shared__ bool is_last;
  double mine = 0.0;
  for (std::int64_t i = lockstep::global_thread(); i < p.n; i += lockstep::grid_threads()) {
    float z = fmaf(p.alpha, p.x[i], p.beta * p.y[i]);
    p.z[i] = z;
    mine += double(z) * double(z);
  }
  double sum = reduce_block(mine, smem);
  if (threadIdx.x == 0) {
    g_partial[blockIdx.x] = sum;
    __threadfence();
    unsigned ticket = atomicInc(&g_done, gridDim.x - 1);  // wraps to 0 for the next launch
    is_last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  mine = 0.0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) mine += g_partial[b];
  sum = reduce_block(mine, smem);
  if (threadIdx.x == 0) *p.norm = sum;
}

void run(const Combination::Device& p, const Launch& launch) {
  const unsigned grid =
      std::min(launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid)), kMostBlocks);
  combine<<<grid, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a combination of two vectors, and its norm", run};

}  // namespace
