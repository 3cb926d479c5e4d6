/// @file
/// @brief A row of floats is read as vectors, from an address that is not a multiple of their size.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void copy_vectors(const float* in, float* out) {
  reinterpret_cast<float4*>(out)[threadIdx.x] = reinterpret_cast<const float4*>(in)[threadIdx.x];
}

struct Pair {
  double x, y;
};
__global__ void copy_pairs(const double* in, double* out) {  // a Pair wants a multiple of 8 only
  reinterpret_cast<Pair*>(out)[threadIdx.x] = reinterpret_cast<const Pair*>(in)[threadIdx.x];
}

void caught() {
  const DeviceZeros<float> in(40), out(40);
  copy_vectors<<<1, 8>>>(in + 1, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<float> in(40), out(40);
  copy_vectors<<<1, 8>>>(in + 4, out);
  const DeviceZeros<double> from(17), to(16);
  copy_pairs<<<1, 8>>>(from + 1, to);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
