/// @file
/// @brief Threads return before a barrier: it does not wait for them, and what they wrote is there. A kernel that has nothing left for
/// those
///        that go around its barrier is the same.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__global__ void reverse(int* out, unsigned n) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  if (i >= n) return;
  __syncthreads();
  out[i] = s[kThreads - 1 - i];
}

// What they do first is theirs alone.
__global__ void reverse_or_clear(int* out, unsigned n) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  if (i >= n) {
    out[i] = -1;
    return;
  }
  __syncthreads();
  out[i] = s[n - 1 - i];
  __syncthreads();
  out[i] += 1;
}

__device__ __noinline__ void reverse_part(int* out, int* s, unsigned n) {
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  if (i >= n) {
    out[i] = -1;
    return;
  }
  __syncthreads();
  out[i] = s[n - 1 - i];
}
__global__ void reverse_in_function(int* out, unsigned n) {
  __shared__ int s[kThreads];
  reverse_part(out, s, n);
}

__global__ void reverse_inside(int* out, unsigned n) {
  __shared__ int s[kThreads];
  const unsigned i = threadIdx.x;
  if (i < n) {
    s[i] = static_cast<int>(i);
    __syncthreads();
    out[i] = s[n - 1 - i];
  }
}

__global__ void returns_from_loop(int* out, unsigned n) {
  for (unsigned i = threadIdx.x;; i += blockDim.x) {
    if (i >= n) return;
    out[i] = 1;
    __syncthreads();
  }
}

void caught() {
  const DeviceZeros<int> out(2 * kThreads);
  reverse<<<1, kThreads>>>(out, 40);
  reverse_or_clear<<<1, kThreads>>>(out, 40);
  reverse_in_function<<<1, kThreads>>>(out, 40);
  reverse_inside<<<1, kThreads>>>(out, 40);
  returns_from_loop<<<1, kThreads>>>(out, 100);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(kThreads);
  reverse<<<1, kThreads>>>(out, kThreads);
  reverse_or_clear<<<1, kThreads>>>(out, kThreads);
  reverse_in_function<<<1, kThreads>>>(out, kThreads);
  reverse_inside<<<1, kThreads>>>(out, kThreads);
  returns_from_loop<<<1, kThreads>>>(out, kThreads);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
