/// @file
/// @brief Threads of a block read from shared memory what others wrote, with and without a barrier between.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

template <bool safe>
__global__ void reverse(int* out) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = 0;
  __syncthreads();
  s[i] = static_cast<int>(i);
  if (safe) __syncthreads();
  out[i] = s[kThreads - 1 - i];
}

// Also with the barriers that count votes.
__global__ void reverse_by_votes(int* out) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  const int votes = __syncthreads_count(i < 10);
  out[i] = s[kThreads - 1 - i];
  const int all = __syncthreads_and(1);
  s[i] = votes;
  const int any = __syncthreads_or(0);
  out[i] += s[kThreads - 1 - i] + all + any;
}

void caught() {
  const DeviceZeros<int> out(kThreads);
  reverse<false><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(kThreads);
  reverse<true><<<1, kThreads>>>(out);
  reverse_by_votes<<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
