/// @file
/// @brief An index that leads to no memory at all: the launch fails, and is reported once.
#include "hazard_case.hpp"

namespace {

__global__ void set(int* data, int at) { data[at] = 1; }

void launch(int at) {
  int* data = nullptr;
  cudaMalloc(&data, 16 * sizeof(int));
  set<<<1, 1>>>(data, at);
  cudaDeviceSynchronize();
  cudaFree(data);
}

void caught() { launch(1 << 20); }
void silent() { launch(15); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
