/// @file
/// @brief cuda::pipeline: a consumer waits for its stage, and gives it back when it has read.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;
constexpr unsigned kThreads = 64, kStages = 2, kRounds = 6;

template <bool waits>
__global__ void stream(const int* in, int* out) {
  __shared__ int s[kStages][kThreads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  const unsigned i = block.thread_rank();
  for (auto& stage : s) stage[i] = 0;
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (unsigned next = 0, round = 0; round < kRounds; ++round) {
    for (; next < kRounds && next < round + kStages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[next % kStages][i], &in[next * kThreads + i], sizeof(int), pipe);
      pipe.producer_commit();
    }
    if (waits) pipe.consumer_wait();
    sum += s[round % kStages][kThreads - 1 - i];
    pipe.consumer_release();
  }
  out[i] = sum;
}

void caught() {
  const DeviceZeros<int> in(kRounds * kThreads), out(kThreads);
  cudaMemset(in, 1, kRounds * kThreads * sizeof(int));
  stream<false><<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> in(kRounds * kThreads), out(kThreads);
  stream<true><<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
