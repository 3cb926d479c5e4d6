/// @file
/// @brief Add neighbours, then neighbours of those, and so on: a tree in global memory.
///
/// Change from v0: n − 1 additions still, but in log₂ n steps instead of n.
/// Look at: `./lockstep run 03 --kernel v1 --lines`: sectors and lanes of the line that adds.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

// `work` has one element for each thread of the grid: the tree adds there, and `in` survives.
__global__ void reduce(const float* in, float* work, float* out, std::int64_t n) {
  float* sums = work + std::int64_t{blockIdx.x} * blockDim.x;
  const std::int64_t i = lockstep::global_thread();
  // The last block may have more threads than elements: zeros do no harm.
  sums[threadIdx.x] = i < n ? in[i] : 0;
  // An element must be there before its neighbour reads it.
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // Where the block is no power of two, the last of these threads may have no partner.
    if (threadIdx.x % (2 * stride) == 0 && threadIdx.x + stride < blockDim.x)
      sums[threadIdx.x] += sums[threadIdx.x + stride];
    // Outside of the `if`, because every thread must reach it. The next step reads these sums.
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const std::int64_t threads = lockstep::ceil_div<std::int64_t>(p.n, block) * block;
  float* work = launch.scratch<float>(static_cast<std::size_t>(threads));

  const auto level = [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    reduce<<<grid, block, 0, launch.stream>>>(in, work, out, n);
  };
  add_in_levels(p, launch, block, level);
}

const Version version{__FILE__, "a tree of neighbours, interleaved, in global memory", run};

}  // namespace
