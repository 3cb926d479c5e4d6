/// @file
/// @brief The size was given for floats, and the kernel stores doubles: the last begins inside the memory and ends past it.
#include "hazard_case.hpp"

namespace {

__global__ void set(double* numbers) { numbers[threadIdx.x] = 1; }

void launch(unsigned bytes) {
  double* numbers = nullptr;
  cudaMalloc(&numbers, bytes);
  set<<<1, 3>>>(numbers);
  cudaDeviceSynchronize();
  cudaFree(numbers);
}

void caught() { launch(5 * sizeof(float)); }
void silent() { launch(3 * sizeof(double)); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
