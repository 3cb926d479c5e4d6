/// @file
/// @brief An atomic operation and a plain access to the same word, unordered: also inside of a warp.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool safe>
__global__ void count_threads(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  if (safe) __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}

template <bool safe>
__global__ void read_early(int* count, int* out) {
  atomicAdd(count, 1);
  if (threadIdx.x == 0) out[blockIdx.x] = safe ? atomicAdd(count, 0) : *count;
}

// A volatile read is one access too, and cannot be torn: to look at a counter this way is not a race.
__global__ void look(int* count, int* out) {
  atomicAdd(count, 1);
  out[blockIdx.x] = *static_cast<volatile int*>(count);
}

// The loop of CUDA's own guide: what the first read found is a guess, which the compare-and-swap proves.
__global__ void largest(int* most) {
  const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int old = *most, expected;
  do {
    expected = old;
    old = atomicCAS(most, expected, max(expected, mine));
  } while (old != expected);
}

void caught() {
  const DeviceZeros<int> count(1), out(4);
  count_threads<false><<<1, 32>>>(out);
  read_early<false><<<2, 1>>>(count, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> count(1), out(4);
  count_threads<true><<<1, 64>>>(out);
  read_early<true><<<2, 64>>>(count, out);
  look<<<2, 1>>>(count, out);
  largest<<<2, 64>>>(count);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
