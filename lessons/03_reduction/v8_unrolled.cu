/// @file
/// @brief Tell the compiler the block's size: it writes out every step of the tree.
///
/// Change from v7: the number of threads is a template argument, with a kernel for each.
/// Look at: `./lockstep run 03 --kernel v7,v8`: the same counters. The loop is gone from the code.
#include <array>
#include <bit>

#include "levels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

template <unsigned kThreads>
__global__ void reduce(const float* in, float* out, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = std::int64_t{blockIdx.x} * (2 * kThreads) + threadIdx.x;
  const std::int64_t j = i + kThreads;
  sums[threadIdx.x] = (i < n ? in[i] : 0) + (j < n ? in[j] : 0);
  __syncthreads();

#pragma unroll
  for (unsigned half = kThreads / 2; half >= 32; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x >= 32) return;

#pragma unroll
  for (unsigned half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncwarp();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

// For a block of 32, 64, … threads.
constexpr std::array kKernels{
    reduce<32>, reduce<64>, reduce<128>, reduce<256>, reduce<512>, reduce<1024>,
};

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(launch.power_of_two_block_or(kBlock));
  const auto kernel = kKernels.at(static_cast<std::size_t>(std::countr_zero(block / 32)));

  const auto level = [&](const float* in, float* out, std::int64_t n, unsigned grid) {
    kernel<<<grid, block, block * sizeof(float), launch.stream>>>(in, out, n);
  };
  add_in_levels(p, launch, 2 * block, level);
}

const Version version{__FILE__, Stage::reduction_optimized, "unrolled for the block's size", run};

}  // namespace
