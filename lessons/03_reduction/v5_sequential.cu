/// @file
/// @brief Pair each element with the one half a block away, so that the lanes of a warp never meet at a bank.
///
/// Change from v4: the loop over the tree's steps: what v2 is to v1, in shared memory.
/// Look at: `./lockstep run 03 --kernel v4,v5`: wavefronts and bank conflicts.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];  // one for each thread of the block
  const std::int64_t i = lockstep::global_thread();
  sums[threadIdx.x] = i < n ? in[i] : 0;  // the last block may have more threads than elements: zeros do no harm
  __syncthreads();                        // each element must be there before another thread reads it

  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {  // blockDim.x is a power of two: run() sees to it
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
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

const Version version{__FILE__, "sequential addressing: no bank conflict", run};

}  // namespace
