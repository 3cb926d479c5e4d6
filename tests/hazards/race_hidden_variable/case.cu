/// @file
/// @brief Variables that no other file can see, and whose address is never taken.
#include "hazard_case.hpp"

namespace {

static __device__ int last;
__device__ unsigned total;

template <bool safe>
__global__ void leave_mark(int warp) {
  if (!safe || threadIdx.x == 0) last = warp;
}

template <bool safe>
__global__ void count() {
  __shared__ unsigned mine;
  if (threadIdx.x == 0) mine = 0;
  if (safe) __syncthreads();
  atomicAdd(&mine, 1);
  if (safe) __syncthreads();
  if (!safe || threadIdx.x == 0) total = total + mine;
}

template <bool safe>
void run() {
  leave_mark<safe><<<1, 64>>>(3);
  count<safe><<<1, 64>>>();
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, run<false>, run<true>};

}  // namespace
