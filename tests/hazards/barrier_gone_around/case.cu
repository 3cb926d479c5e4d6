/// @file
/// @brief Threads go around a barrier and live on: in their warp, a whole warp, from round to round, in the other branch.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__global__ void some_lanes(int* out) {
  const unsigned i = threadIdx.x;
  if (i < 40) __syncthreads();
  out[blockIdx.x * kThreads + i] = static_cast<int>(i);
}

__global__ void one_warp(int* out) {
  const unsigned i = threadIdx.x;
  if (i < 32) {
    __syncthreads();
  }
  out[i] = 1;
}

__global__ void one_thread(int* out) {
  if (threadIdx.x == 3) __syncthreads_count(1);
  out[threadIdx.x] = 1;
}

// There is no memory access after it, but each round is one.
__global__ void tree(int* out) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = 1;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2)
    if (i < half) {
      s[i] += s[i + half];
      __syncthreads();
    }
  if (i == 0) *out = s[0];
}

// The one that returns does what the others do after the barrier.
__global__ void and_returns(int* out) {
  const unsigned i = threadIdx.x;
  if (i < 40) __syncthreads();
  out[i] = 1;
  if (i > 50) return;
  out[i] = 2;
}

template <bool first>
__global__ void other_branch(int* out) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = 1;
  if (first == (i < 24)) {
    out[i] = 7;
  } else {
    __syncthreads();
    out[i] = s[i ^ 1];
  }
}

__device__ void wait_in_function() { __syncthreads(); }
__global__ void in_function(int* out) {
  if (threadIdx.x % 2 == 0) wait_in_function();
  out[threadIdx.x] = 1;
}

__global__ void skips_a_round(int* out, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (round == 1 && threadIdx.x == 5) continue;
    __syncthreads();
    out[threadIdx.x] += round;
  }
}

// The same in the condition of all threads.
__global__ void all(int* out, unsigned n) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = 1;
  if (n < 40) __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (i < half) s[i] += s[i + half];
  }
  if (n > 40) return;
  if (i == 0) *out = s[0];
}
__global__ void waits_twice(int* out) {
  for (int round = 0; round < 4; ++round) {
    if (round == 2) continue;
    wait_in_function();
    if (round == 3) break;
    out[threadIdx.x] += round;
  }
}

void caught() {
  const DeviceZeros<int> out(10 * kThreads);
  some_lanes<<<10, kThreads>>>(out);
  one_warp<<<1, kThreads>>>(out);
  one_thread<<<1, kThreads>>>(out);
  tree<<<1, kThreads>>>(out);
  and_returns<<<1, kThreads>>>(out);
  other_branch<false><<<1, kThreads>>>(out);
  other_branch<true><<<1, kThreads>>>(out);
  in_function<<<1, kThreads>>>(out);
  skips_a_round<<<1, kThreads>>>(out, 3);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(kThreads);
  for (const unsigned n : {39u, 40u, 41u}) all<<<1, kThreads>>>(out, n);
  waits_twice<<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
