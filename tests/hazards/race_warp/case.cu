/// @file
/// @brief Lanes of a warp are ordered by __syncwarp: not by a shuffle, and not by one that names other lanes.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kAll = 0xffffffffu, kLower = 0x0000ffffu, kUpper = 0xffff0000u;

template <bool safe>
__global__ void reverse(int* out) {
  __shared__ int s[32];
  const unsigned i = threadIdx.x;
  s[i] = 0;
  __syncwarp();
  s[i] = static_cast<int>(i);
  __shfl_sync(kAll, 0, 0);
  if (safe) __syncwarp();
  out[i] = s[31 - i];
}

// The halves synchronize separately, and then read from their own half, or from the other.
template <bool safe>
__global__ void halves(int* out) {
  __shared__ int s[32];
  const unsigned i = threadIdx.x;
  s[i] = 0;
  __syncwarp();
  s[i] = static_cast<int>(i);
  __syncwarp(i < 16 ? kLower : kUpper);
  out[i] = safe ? s[i ^ 15] : s[i ^ 16];
}

// What the halves know, all know after a barrier of one lane from each.
__global__ void halves_by_leaders(int* out) {
  __shared__ int s[32];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  __syncwarp(i < 16 ? kLower : kUpper);
  if (i == 0 || i == 16) __syncwarp(0x00010001u);
  if (i == 0) out[0] = s[31];
}

// One instruction of a warp, and one of the values stays: which, is open.
template <bool safe>
__global__ void store_together(int* out) {
  if (threadIdx.x < 16) out[safe ? threadIdx.x : 0] = static_cast<int>(threadIdx.x);
}

template <bool safe>
__global__ void add_up(int* sum) {
  if (safe) {
    atomicAdd(sum, 1);
  } else {
    *sum += 1;
  }
}

void caught() {
  const DeviceZeros<int> out(32);
  store_together<false><<<1, 32>>>(out);
  add_up<false><<<1, 32>>>(out);
  reverse<false><<<1, 32>>>(out);
  halves<false><<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(32);
  store_together<true><<<1, 32>>>(out);
  add_up<true><<<1, 32>>>(out);
  reverse<true><<<1, 32>>>(out);
  reverse<true><<<1, 32>>>(out);
  halves<true><<<1, 32>>>(out);
  halves_by_leaders<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
