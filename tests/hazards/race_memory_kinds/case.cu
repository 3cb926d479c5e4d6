/// @file
/// @brief The same race in dynamic shared memory, in a variable of the device, and in managed memory.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__device__ int device_words[kThreads];
__managed__ int managed_word;

template <bool safe>
__global__ void in_dynamic(int* out) {
  extern __shared__ int dynamic[];
  const unsigned i = threadIdx.x;
  dynamic[i] = 0;
  __syncthreads();
  dynamic[i] = static_cast<int>(i);
  if (safe) __syncthreads();
  out[i] = dynamic[kThreads - 1 - i];
}

template <bool safe>
__global__ void in_variable(int* out) {
  const unsigned i = threadIdx.x;
  device_words[i] = static_cast<int>(i);
  if (safe) __syncthreads();
  out[i] = device_words[kThreads - 1 - i];
}

template <bool safe>
__global__ void in_managed() {
  if (safe) {
    atomicAdd(&managed_word, 1);
  } else if (threadIdx.x == 0) {
    managed_word += 1;
  }
}

template <bool safe>
void run() {
  const DeviceZeros<int> out(kThreads);
  in_dynamic<safe><<<1, kThreads, kThreads * sizeof(int)>>>(out);
  in_variable<safe><<<1, kThreads>>>(out);
  in_managed<safe><<<2, kThreads>>>();
  cudaDeviceSynchronize();
}

void caught() { run<false>(); }
void silent() { run<true>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
