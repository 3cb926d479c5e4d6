/// @file
/// @brief cudaDeviceReset frees what is left, but not what comes after it.
#include "hazard_case.hpp"

namespace {

void caught() {
  int* data = nullptr;
  cudaMalloc(&data, 1000);
  cudaDeviceReset();
  cudaMalloc(&data, 24);
}

void silent() {
  int* data = nullptr;
  cudaMalloc(&data, 1000);
  cudaDeviceReset();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
