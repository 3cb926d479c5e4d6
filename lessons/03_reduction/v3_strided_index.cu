/// @file
/// @brief Let the first threads do the work of a step: whole warps work, and whole warps rest.
///
/// Change from v2: which thread adds a pair. The pairs are the same.
/// Look at: `./lockstep run 03 --kernel v2,v3`: active lanes, and bank conflicts.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = lockstep::global_thread();
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * threadIdx.x;
    if (left + stride < blockDim.x) sums[left] += sums[left + stride];
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

const Version version{__FILE__, Stage::shared_memory, "no divergence: the first threads add", run};

}  // namespace
