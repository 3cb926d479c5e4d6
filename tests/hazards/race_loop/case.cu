/// @file
/// @brief A tile is filled again while others still read it: the barrier at the end of the loop body is missing.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64, kTiles = 4;

template <bool safe>
__global__ void add_reversed(const float* in, float* out) {
  __shared__ float tile[kThreads];
  const unsigned i = threadIdx.x;
  float sum = 0;
  for (unsigned t = 0; t < kTiles; ++t) {
    tile[i] = in[t * kThreads + i];
    __syncthreads();
    sum += tile[kThreads - 1 - i];
    if (safe) __syncthreads();
  }
  out[i] = sum;
}

// Two tiles in turn need one barrier a round.
__global__ void add_by_turns(const float* in, float* out) {
  __shared__ float tile[2][kThreads];
  const unsigned i = threadIdx.x;
  float sum = 0;
  for (unsigned t = 0; t < kTiles; ++t) {
    tile[t % 2][i] = in[t * kThreads + i];
    __syncthreads();
    sum += tile[t % 2][kThreads - 1 - i];
  }
  out[i] = sum;
}

void caught() {
  const DeviceZeros<float> in(kTiles * kThreads), out(kThreads);
  cudaMemset(in, 1, kThreads * sizeof(float));
  add_reversed<false><<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<float> in(kTiles * kThreads), out(kThreads);
  add_reversed<true><<<1, kThreads>>>(in, out);
  add_by_turns<<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
