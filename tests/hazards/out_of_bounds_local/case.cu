/// @file
/// @brief A pointer far beyond an array of the thread's own. (One that stays near may go unseen.)
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__device__ __noinline__ int pick(const int* values, int at) { return values[at]; }

__global__ void choose(int* out, int at) {
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = i;
  *out = pick(values, at);
}

void caught() {
  const DeviceZeros<int> out(1);
  choose<<<1, 1>>>(out, -3000);
  choose<<<1, 1>>>(out, 20000);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(1);
  choose<<<1, 1>>>(out, 7);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
