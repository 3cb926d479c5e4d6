/// @file
/// @brief The program ends without waiting for a kernel that prints. One that is silent harms nobody, and what stdout holds of the host's
/// own is not the kernel's.
#include <cstdio>

#include "hazard_case.hpp"

namespace {

__global__ void hello() { printf("hello from thread %u\n", threadIdx.x); }
__global__ void work() {}

void caught() {
  hello<<<1, 2>>>();
  work<<<1, 2>>>();
}

void silent() {
  hello<<<1, 2>>>();
  cudaDeviceSynchronize();
  std::printf("the host says this\n");
  work<<<1, 2>>>();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
