/// @file
/// @brief Beyond arrays of constant memory, and between neighbouring variables of the device.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__constant__ float weights[5];
__device__ int right[6], left[6];

__global__ void weigh(float* out, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += weights[i];
  *out = sum;
}

__global__ void move(int at) { left[at] = right[0]; }

void prepare() {
  const float ones[5] = {1, 1, 1, 1, 1};
  const int zeros[6] = {};
  cudaMemcpyToSymbol(weights, ones, sizeof ones);
  cudaMemcpyToSymbol(left, zeros, sizeof zeros);
  cudaMemcpyToSymbol(right, zeros, sizeof zeros);
}

void caught() {
  prepare();
  const DeviceZeros<float> out(1);
  move<<<1, 1>>>(7);
  weigh<<<1, 1>>>(out, 6);
  cudaDeviceSynchronize();
}

void silent() {
  prepare();
  const DeviceZeros<float> out(1);
  weigh<<<1, 1>>>(out, 5);
  move<<<1, 1>>>(5);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
