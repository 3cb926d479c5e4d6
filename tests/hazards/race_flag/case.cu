/// @file
/// @brief One block waits for another's flag: both need a fence, one on each side of the flag.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

enum Fences { kNone = 0, kWriter = 1, kReader = 2, kBoth = 3 };

template <int fences>
__global__ void pass_on(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    if (fences & kWriter) __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    if (fences & kReader) __threadfence();
    *out = *data;
  }
}

// A fence for the block does not reach another.
template <bool wide>
__global__ void pass_on_atomically(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    wide ? __threadfence() : __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    wide ? __threadfence() : __threadfence_block();
    *out = *data;
  }
}

// Between the warps of a block it does.
__global__ void pass_on_inside(int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 42;
    __threadfence_block();
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    __threadfence_block();
    *out = data;
  }
}

// From block to block: what a thread has learned, it passes on.
__global__ void pass_through(int* data, volatile int* flags, int* out) {
  const unsigned b = blockIdx.x;
  if (b == 0) data[0] = 1;
  while (b > 0 && flags[b - 1] == 0) {
  }
  __threadfence();
  if (b == gridDim.x - 1) *out = data[0];
  flags[b] = 1;
}

void caught() {
  const DeviceZeros<int> memory(64);
  int* const out = memory + 63;
  pass_on<kNone><<<2, 1>>>(memory, memory + 1, out);
  pass_on<kWriter><<<2, 1>>>(memory + 2, memory + 3, out);
  pass_on<kReader><<<2, 1>>>(memory + 4, memory + 5, out);
  pass_on_atomically<false><<<2, 1>>>(memory + 6, memory + 7, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> memory(64);
  int* const out = memory + 63;
  pass_on<kBoth><<<2, 1>>>(memory, memory + 1, out);
  pass_on_atomically<true><<<2, 1>>>(memory + 2, memory + 3, out);
  pass_on_inside<<<1, 64>>>(out);
  pass_through<<<8, 1>>>(memory + 4, memory + 8, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
