/// @file
/// @brief Objects that kernels made live on when the program ends.
#include "hazard_case.hpp"

namespace {

struct Counter {
  int count = 0;
};
__device__ Counter* counters[16];

__global__ void make() { counters[threadIdx.x] = new Counter; }
__global__ void destroy() { delete counters[threadIdx.x]; }

void caught() {
  make<<<1, 16>>>();
  cudaDeviceSynchronize();
}

void silent() {
  make<<<1, 16>>>();
  destroy<<<1, 16>>>();
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
