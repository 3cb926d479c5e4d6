/// @file
/// @brief Add neighbours, then neighbours of those, and so on: a tree in each block, in global memory.
///
/// Change from v0: n − 1 additions still, but in log₂ n steps instead of n; each step has a thread for each pair.
/// Look at: `./lockstep run 03 --kernel v1 --lines`: sectors and active lanes of the line that adds.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

/// `work` has one element for each thread of the grid, so that `in` survives.
__global__ void reduce(const float* in, float* work, float* out, std::int64_t n) {
  float* sums = work + std::int64_t{blockIdx.x} * blockDim.x;  // one for each thread of the block
  const std::int64_t i = lockstep::global_thread();
  sums[threadIdx.x] = i < n ? in[i] : 0;  // the last block may have more threads than elements: zeros do no harm
  __syncthreads();                        // each element must be there before a neighbour reads it

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {  // blockDim.x is a power of two: run() sees to it
    if (threadIdx.x % (2 * stride) == 0) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();  // outside of the `if`: all threads must come here. This step's sums are what the next one reads
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.power_of_two_block_or(kBlock);
  float* work = launch.scratch<float>(static_cast<std::size_t>(lockstep::ceil_div<std::int64_t>(p.n, block) * block));

  reduce_in_levels(p, launch, block, [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, 0, launch.stream>>>(in, work, out, n);
  });
}

const Version version{__FILE__, "a tree of neighbours, interleaved, in global memory", run};

}  // namespace
