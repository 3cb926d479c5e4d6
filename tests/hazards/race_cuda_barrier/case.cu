/// @file
/// @brief cuda::barrier: arriving releases, and only waiting acquires.
#include <cuda/barrier>
#include <utility>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

template <bool waits>
__global__ void reverse(int* out) {
  __shared__ int s[kThreads];
  __shared__ Barrier barrier;
  const unsigned i = threadIdx.x;
  s[i] = 0;
  if (i == 0) init(&barrier, kThreads);
  __syncthreads();
  s[i] = static_cast<int>(i);
  Barrier::arrival_token token = barrier.arrive();
  if (waits) barrier.wait(std::move(token));
  out[i] = s[kThreads - 1 - i];
}

// A warp fills, the other uses, and gives back: two barriers, many rounds.
__global__ void hand_over(int* out) {
  __shared__ int s[32];
  __shared__ Barrier filled, freed;
  const unsigned i = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    init(&filled, kThreads);
    init(&freed, kThreads);
  }
  __syncthreads();
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x < 32) {
      if (round > 0) freed.arrive_and_wait();
      s[i] = round;
      (void)filled.arrive();
    } else {
      filled.arrive_and_wait();
      out[i] += s[31 - i];
      if (round < 3) (void)freed.arrive();
    }
  }
}

void caught() {
  const DeviceZeros<int> out(kThreads);
  reverse<false><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(kThreads);
  reverse<true><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
  hand_over<<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
