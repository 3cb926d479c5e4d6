/// @file
/// @brief Add two elements while loading: half as many blocks have the same work.
///
/// Change from v4: a thread loads two neighbours, and a block takes two elements a thread.
/// Look at: `./lockstep run 03 --kernel v4,v5`: barriers, wavefronts, and sectors a load.
#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = 2 * lockstep::global_thread();
  const std::int64_t j = i + 1;
  sums[threadIdx.x] = (i < n ? in[i] : 0) + (j < n ? in[j] : 0);
  __syncthreads();

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
  add_in_levels(p, launch, 2 * block, level);
}

const Version version{__FILE__, Stage::shared_memory, "a thread adds two neighbours first", run};

}  // namespace
