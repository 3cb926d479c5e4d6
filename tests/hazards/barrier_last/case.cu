/// @file
/// @brief A barrier that some threads go around is the last that the others do.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

template <bool all>
__global__ void mark(int* out) {
  out[threadIdx.x] = 1;
  if (all || threadIdx.x < 40) __syncthreads();
}

void caught() {
  const DeviceZeros<int> out(64);
  mark<false><<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(64);
  mark<true><<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
