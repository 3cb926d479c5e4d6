/// @file
/// @brief Let the compiler unroll the tree, and the last warp add without shared memory and without barriers.
///
/// Change from v6: the block's size is a template argument, so that the loop over the steps has a known length; its last five steps, in
/// which only one warp has work, are shuffles from register to register.
/// Look at: `./lockstep run 03 --kernel v6,v7`: barriers and wavefronts.
#include <array>
#include <bit>

#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

template <unsigned kThreads>
__global__ void reduce(const float* in, float* out, std::int64_t n) {
  __shared__ float sums[kThreads];
  const std::int64_t i = std::int64_t{blockIdx.x} * (2 * kThreads) + threadIdx.x, j = i + kThreads;
  sums[threadIdx.x] = (i < n ? in[i] : 0) + (j < n ? in[j] : 0);  // the last block may have fewer elements: zeros do no harm

#pragma unroll
  for (unsigned half = kThreads / 2; half >= 32; half /= 2) {
    __syncthreads();  // the upper half's sums must be there before the lower half reads them
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x >= 32) return;

  float sum = sums[threadIdx.x];  // this thread itself wrote it last: no barrier
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

constexpr std::array kKernels{reduce<32>, reduce<64>, reduce<128>, reduce<256>, reduce<512>, reduce<1024>};

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(launch.power_of_two_block_or(kBlock));  // both
  const auto kernel = kKernels.at(static_cast<std::size_t>(std::countr_zero(block / 32)));

  reduce_in_levels(p, launch, 2 * block, [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    kernel<<<grid, block, 0, launch.stream>>>(in, out, n);
  });
}

const Version version{__FILE__, "unrolled for the block's size; the last warp adds by shuffles", run};

}  // namespace
