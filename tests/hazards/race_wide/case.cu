/// @file
/// @brief Accesses of 8 and 16 bytes, part of which belongs to another thread.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool safe>
__global__ void move_doubles(double* data) {
  const unsigned i = threadIdx.x;
  const double next = data[i + 1];
  if (safe) __syncthreads();
  data[i] = next + 0.5;
}

template <unsigned step>
__global__ void set_vectors(float* data) {
  if (threadIdx.x % 32 == 0) {
    float4* const four = reinterpret_cast<float4*>(data);
    four[threadIdx.x / 32] = make_float4(1, 2, 3, 4);
  } else if (threadIdx.x == 33) {
    data[step] = 9;
  }
}

void caught() {
  const DeviceZeros<double> data(65);
  const DeviceZeros<float> vectors(16);
  move_doubles<false><<<1, 64>>>(data);
  set_vectors<2><<<1, 64>>>(vectors);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<double> data(65);
  const DeviceZeros<float> vectors(16);
  move_doubles<true><<<1, 64>>>(data);
  set_vectors<8><<<1, 64>>>(vectors);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
