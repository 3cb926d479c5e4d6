/// @file
/// @brief Warps share a volatile word in shared memory: as a flag it does no harm in any order, as data it does.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__global__ void wait_for_flag(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 32) flag = 1;
  if (threadIdx.x == 0) {
    while (flag == 0) {
    }
    *out = 1;
  }
}

// A thread that has found it spares the others the rest.
__global__ void find(const int* in, unsigned n, int wanted, int* out) {
  __shared__ volatile bool found;
  if (threadIdx.x == 0) found = false;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n && !found; i += kThreads)
    if (in[i] == wanted) found = true;
  __syncthreads();
  if (threadIdx.x == 0) *out = found;
}

__global__ void pass_data(int* out) {
  __shared__ volatile int word;
  if (threadIdx.x == 0) word = 0;
  __syncthreads();
  if (threadIdx.x == 32) word = 5;
  if (threadIdx.x == 0) *out = word;
}

void caught() {
  const DeviceZeros<int> in(4 * kThreads), out(1);
  wait_for_flag<<<1, kThreads>>>(out);
  find<<<1, kThreads>>>(in, 4 * kThreads, 0, out);
  pass_data<<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> in(4 * kThreads), out(1);
  find<<<1, kThreads>>>(in, 4 * kThreads, 9, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
