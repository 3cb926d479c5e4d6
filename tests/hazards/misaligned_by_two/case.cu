/// @file
/// @brief Two floats off: a multiple of 8, but not of 16.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void copy_vectors(const float* in, float* out) {
  reinterpret_cast<float4*>(out)[threadIdx.x] = reinterpret_cast<const float4*>(in)[threadIdx.x];
}

// As long, but of doubles that may begin at any multiple of 8.
struct Pair {
  double first, second;
};
__global__ void copy_pairs(const float* in, float* out) {
  reinterpret_cast<Pair*>(out)[threadIdx.x] = reinterpret_cast<const Pair*>(in)[threadIdx.x];
}

void caught() {
  const DeviceZeros<float> in(40), out(40);
  copy_vectors<<<1, 8>>>(in + 2, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<float> in(40), out(40);
  copy_vectors<<<1, 8>>>(in + 8, out);
  copy_pairs<<<1, 8>>>(in + 2, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
