/// @file
/// @brief Two writes of one value are a note; where the same lines write different values elsewhere, they are an error.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void set_flag(int* flag) { *flag = 1; }

__global__ void set_by_pairs(int* data) {
  const int pair = static_cast<int>(threadIdx.x / 64);
  data[pair] = pair == 0 ? 7 : static_cast<int>(threadIdx.x);
}

__global__ void set_once(int* flag) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *flag = 1;
}

void caught() {
  const DeviceZeros<int> data(2);
  set_flag<<<2, 1>>>(data);
  set_by_pairs<<<1, 128>>>(data);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(2);
  set_once<<<2, 64>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
