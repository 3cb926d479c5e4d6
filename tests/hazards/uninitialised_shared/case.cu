/// @file
/// @brief Shared memory is not zero when a block begins, and the block before left nothing for this one.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

template <bool cleared>
__global__ void histogram(const unsigned* in, unsigned* out) {
  __shared__ unsigned counts[kThreads];
  if (cleared) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[in[threadIdx.x]], 1u);
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = counts[threadIdx.x];
}

template <bool whole>
__global__ void stencil(unsigned* out) {
  __shared__ unsigned row[kThreads + 2];
  row[threadIdx.x + 1] = threadIdx.x;
  if (whole && threadIdx.x < 2) row[threadIdx.x * (kThreads + 1)] = 0;
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x] + row[threadIdx.x + 1] + row[threadIdx.x + 2];
}

void caught() {
  const DeviceZeros<unsigned> in(kThreads), out(2 * kThreads);
  histogram<true><<<1, kThreads>>>(in, out);
  histogram<false><<<2, kThreads>>>(in, out);
  stencil<false><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<unsigned> in(kThreads), out(2 * kThreads);
  histogram<true><<<1, kThreads>>>(in, out);
  stencil<true><<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
