/// @file
/// @brief Keep the tree on the chip: every step of it is in shared memory.
///
/// Change from v1: `sums` is in shared memory.
/// Look at: `./lockstep run 03 --kernel v1,v2`: bytes moved, and active lanes.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  // One for each thread of the block: the launch's third argument says how many bytes.
  extern __shared__ float sums[];
  const std::int64_t i = lockstep::global_thread();
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0 && threadIdx.x + stride < blockDim.x)
      sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);

  const auto level = [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, block * sizeof(float), launch.stream>>>(in, out, n);
  };
  add_in_levels(p, launch, block, level);
}

const Version version{__FILE__, "the same tree in shared memory", run};

}  // namespace
