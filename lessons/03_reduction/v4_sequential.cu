/// @file
/// @brief Pair each element with the one half a block away: neighbours read neighbours.
///
/// Change from v3: the loop over the tree's steps.
/// Look at: `./lockstep run 03 --kernel v3,v4`: wavefronts and bank conflicts.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = lockstep::global_thread();
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();

  // `left` sums are left. Of an odd number, the one in the middle waits for the next step.
  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    if (threadIdx.x < left / 2) sums[threadIdx.x] += sums[threadIdx.x + (left + 1) / 2];
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

const Version version{__FILE__, Stage::shared_memory, "sequential addressing, no conflict", run};

}  // namespace
