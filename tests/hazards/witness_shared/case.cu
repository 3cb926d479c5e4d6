/// @file
/// @brief A barrier is missing between writing and reading shared memory: in another order, other threads read what is not there yet.
#include "hazard_case.hpp"

namespace {

constexpr int kThreads = 64;

__global__ void reverse(const float* in, float* out, bool waits) {
  __shared__ float tile[kThreads];
  tile[threadIdx.x] = in[threadIdx.x];
  if (waits) __syncthreads();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

void run(bool waits) {
  float *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, kThreads * sizeof(float));
  cudaMalloc(&out, kThreads * sizeof(float));
  for (int i = 0; i < kThreads; ++i) in[i] = 0.5f * static_cast<float>(i);
  reverse<<<1, kThreads>>>(in, out, waits);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
