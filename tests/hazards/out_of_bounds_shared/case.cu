/// @file
/// @brief From one shared array into the next, and beyond the bytes that the launch asked for.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 16;

__global__ void sum_neighbours(int* out, unsigned step) {
  __shared__ int first[kThreads], second[kThreads];
  first[threadIdx.x] = 1;
  second[threadIdx.x] = 2;
  __syncthreads();
  const int* const p = first;
  out[threadIdx.x] = p[threadIdx.x + step] + second[threadIdx.x];
}

__global__ void fill_dynamic(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = 1;
  out[threadIdx.x] = values[threadIdx.x];
}

void caught() {
  const DeviceZeros<int> out(kThreads);
  sum_neighbours<<<1, kThreads>>>(out, kThreads);
  fill_dynamic<<<1, kThreads, kThreads * sizeof(int) - 8>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(kThreads);
  sum_neighbours<<<1, kThreads>>>(out, 0);
  fill_dynamic<<<1, kThreads, kThreads * sizeof(int)>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
