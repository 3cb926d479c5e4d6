/// @file
/// @brief Add two elements while loading, so that no thread is there only to load.
///
/// Change from v5: a block takes twice as many elements as it has threads, so half as many blocks do.
/// Look at: `./lockstep run 03 --kernel v5,v6`: barriers, wavefronts, and the blocks that `--profile` shows.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];  // one for each thread of the block
  const std::int64_t i = std::int64_t{blockIdx.x} * (2 * blockDim.x) + threadIdx.x, j = i + blockDim.x;
  sums[threadIdx.x] = (i < n ? in[i] : 0) + (j < n ? in[j] : 0);  // the last block may have fewer elements: zeros do no harm
  __syncthreads();                                                // each sum must be there before another thread reads it

  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {  // blockDim.x is a power of two: run() sees to it
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();  // outside of the `if`: all threads must come here. This step's sums are what the next one reads
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.power_of_two_block_or(kBlock);

  reduce_in_levels(p, launch, 2 * block, [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, block * sizeof(float), launch.stream>>>(in, out, n);
  });
}

const Version version{__FILE__, "each thread adds two elements while it loads", run};

}  // namespace
