/// @file
/// @brief Keep the tree on the chip: each element is read from global memory once, all else happens in shared memory.
///
/// Change from v1: `sums` is shared memory. (The tree is v1's again, as in Harris's first kernel; v4 and v5 mend it.)
/// Look at: `./lockstep run 03 --kernel v1,v3`: bytes moved. `--kernel v3 --lines`: active lanes of the line that adds.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];  // one for each thread of the block
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

  reduce_in_levels(p, launch, block, [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, block * sizeof(float), launch.stream>>>(in, out, n);
  });
}

const Version version{__FILE__, "the tree of neighbours in shared memory", run};

}  // namespace
