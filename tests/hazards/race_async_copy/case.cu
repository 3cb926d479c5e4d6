/// @file
/// @brief An asynchronous copy is there for its own thread once that thread has waited, and for others after a further barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

namespace cg = cooperative_groups;
constexpr unsigned kThreads = 64;

enum Order { kNoBarrier, kBarrierFirst, kRight };

template <Order order>
__global__ void reverse(const int* in, int* out) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = 0;
  __syncthreads();
  __pipeline_memcpy_async(&s[i], &in[i], sizeof(int));
  __pipeline_commit();
  if (order == kBarrierFirst) __syncthreads();
  __pipeline_wait_prior(0);
  if (order == kRight) __syncthreads();
  out[i] = s[kThreads - 1 - i];
}

// A stage is filled again while others may still read it.
template <bool safe>
__global__ void refill(const int* in, int* out) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = 0;
  __syncthreads();
  out[i] = s[kThreads - 1 - i];
  if (safe) __syncthreads();
  __pipeline_memcpy_async(&s[i], &in[i], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
}

template <bool waits>
__global__ void reverse_by_group(const int* in, int* out) {
  __shared__ int s[kThreads];
  const cg::thread_block block = cg::this_thread_block();
  const unsigned i = block.thread_rank();
  s[i] = 0;
  block.sync();
  cg::memcpy_async(block, s, in, sizeof s);
  if (waits) {
    cg::wait(block);
  } else {
    block.sync();
  }
  out[i] = s[kThreads - 1 - i];
  __pipeline_wait_prior(0);
}

void caught() {
  const DeviceZeros<int> in(kThreads), out(kThreads);
  cudaMemset(in, 1, kThreads * sizeof(int));
  reverse<kNoBarrier><<<1, kThreads>>>(in, out);
  reverse<kBarrierFirst><<<1, kThreads>>>(in, out);
  refill<false><<<1, kThreads>>>(in, out);
  reverse_by_group<false><<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> in(kThreads), out(kThreads);
  reverse<kRight><<<1, kThreads>>>(in, out);
  refill<true><<<1, kThreads>>>(in, out);
  reverse_by_group<true><<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
