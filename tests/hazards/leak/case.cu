/// @file
/// @brief Memory that is still there when the program ends.
#include "hazard_case.hpp"

namespace {

__global__ void set(int* data) { *data = 1; }

void caught() {
  int *first = nullptr, *more = nullptr, *pinned = nullptr;
  cudaMalloc(&first, 1000);
  set<<<1, 1>>>(first);
  for (int i = 0; i < 3; ++i) cudaMallocManaged(&more, 256);
  cudaMallocHost(&pinned, 64);
  cudaDeviceSynchronize();
}

struct Buffer {
  int* data = nullptr;
  ~Buffer() { cudaFree(data); }
};

void silent() {
  static Buffer buffer;  // freed when static objects end
  cudaMalloc(&buffer.data, 1000);
  set<<<1, 1>>>(buffer.data);
  int *pinned = nullptr, *ordered = nullptr;
  cudaMallocHost(&pinned, 64);
  cudaFreeHost(pinned);
  cudaMallocAsync(&ordered, 64, nullptr);
  cudaFreeAsync(ordered, nullptr);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
