/// @file
/// @brief Let the first threads do the work of a step, so that whole warps work and whole warps rest.
///
/// Change from v3: which thread adds a pair; the pairs are the same. The remainder `%` is gone with it.
/// Look at: `./lockstep run 03 --kernel v3,v4`: active lanes, and bank conflicts.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];  // one for each thread of the block
  const std::int64_t i = lockstep::global_thread();
  sums[threadIdx.x] = i < n ? in[i] : 0;  // the last block may have more threads than elements: zeros do no harm
  __syncthreads();                        // each element must be there before a neighbour reads it

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {  // blockDim.x is a power of two: run() sees to it
    const unsigned left = 2 * stride * threadIdx.x;              // lanes 2 · stride apart: their banks coincide, more of them in each step
    if (left < blockDim.x) sums[left] += sums[left + stride];
    __syncthreads();  // outside of the `if`: all threads must come here. This step's sums are what the next one reads
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.power_of_two_block_or(kBlock);

  reduce_in_levels(p, launch, block, [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, block * sizeof(float), launch.stream>>>(in, out, n);
  });
}

const Version version{__FILE__, "no divergence: the first threads add, pairs a stride apart", run};

}  // namespace
