/// @file
/// @brief A kernel uses a pointer to shared memory that a block of an earlier launch kept.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__device__ int* kept;

__global__ void keep(int* in_global, bool shared) {
  __shared__ int s[32];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  in_global[threadIdx.x] = s[threadIdx.x];
  if (threadIdx.x == 0) kept = shared ? s : in_global;
}

__global__ void use(int* out) { out[threadIdx.x] = kept[threadIdx.x]; }

void run(bool shared) {
  const DeviceZeros<int> values(32), out(32);
  keep<<<1, 32>>>(values, shared);
  use<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

void caught() { run(true); }

void silent() { run(false); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
