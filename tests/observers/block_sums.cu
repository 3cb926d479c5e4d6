/// @file
/// @brief Sums over a block, again and again: which need a barrier in between, and that the others have no race and are right.
#include <cuda_runtime.h>

#include "catch.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/sim/check.hpp"
#include "observation/observation.hpp"

namespace {

constexpr unsigned kThreads = 128;
constexpr int kSums = 4;

__global__ void in_one_memory(float* sums) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  for (int i = 0; i < kSums; ++i) {
    const float sum = lockstep::block_sum(static_cast<float>(i), warp_sums);
    if (threadIdx.x == 0) sums[i] = sum;
  }
}

__global__ void in_one_memory_with_barriers(float* sums) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  for (int i = 0; i < kSums; ++i) {
    const float sum = lockstep::block_sum(static_cast<float>(i), warp_sums);
    if (threadIdx.x == 0) sums[i] = sum;
    __syncthreads();  // the first warp has read the warps' sums
  }
}

__global__ void in_memory_of_its_own(float* sums) {
  for (int i = 0; i < kSums; ++i) {
    const float sum = lockstep::block_sum(static_cast<float>(i));
    if (threadIdx.x == 0) sums[i] = sum;
  }
}

// Two memories in turn: the barrier of the one's sum makes the other one free.
__global__ void in_two_memories(float* sums) {
  __shared__ lockstep::WarpSums<float> warp_sums[2];
  for (int i = 0; i < kSums; ++i) {
    const float sum = lockstep::block_all_sum(static_cast<float>(i), warp_sums[i % 2]);
    if (threadIdx.x == static_cast<unsigned>(i)) sums[i] = sum;  // whichever thread: all have it
  }
}

/// Errors that the check finds in a launch. @param sums  what it leaves
std::size_t hazards(void (*kernel)(float*), float (&sums)[kSums]) {
  float* device = nullptr;
  REQUIRE(cudaMalloc(&device, sizeof sums) == cudaSuccess);
  lockstep::sim::start_check();
  kernel<<<1, kThreads>>>(device);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const std::size_t found = lockstep::sim::stop_check().size();
  REQUIRE(cudaMemcpy(sums, device, sizeof sums, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(cudaFree(device) == cudaSuccess);
  return found;
}

}  // namespace

TEST_CASE("sums over a block: one memory for two sums is a race without a barrier, and only then") {
  float sums[kSums];
  CHECK(hazards(in_one_memory, sums) == 1);
  for (auto* const kernel : {in_one_memory_with_barriers, in_memory_of_its_own, in_two_memories}) {
    CHECK(hazards(kernel, sums) == 0);
    for (int i = 0; i < kSums; ++i) CHECK(sums[i] == static_cast<float>(i) * kThreads);
  }
}
