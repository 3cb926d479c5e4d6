/// @file
/// @brief A host function runs in its stream's order: it may not touch what another stream writes. Host code that one signals has waited.
#include <atomic>

#include "hazard_case.hpp"

namespace {

constexpr int kCount = 64;

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

void add_up(void* data) {
  int* const values = static_cast<int*>(data);
  for (int i = 1; i < kCount; ++i) values[0] += values[i];
}

std::atomic<bool> done{false};
void tell(void*) { done = true; }

void run(bool in_order) {
  int* data = nullptr;
  cudaMallocManaged(&data, kCount * sizeof(int));
  cudaStream_t kernels, functions;
  cudaStreamCreate(&kernels);
  cudaStreamCreate(&functions);
  fill<<<1, kCount, 0, kernels>>>(data);
  cudaLaunchHostFunc(in_order ? kernels : functions, add_up, data);
  cudaDeviceSynchronize();

  fill<<<1, kCount, 0, kernels>>>(data);
  cudaLaunchHostFunc(kernels, tell, nullptr);
  while (!done) {
  }
  data[1] = data[0];
  cudaStreamDestroy(kernels);
  cudaStreamDestroy(functions);
  cudaFree(data);
}

void caught() { run(false); }
void silent() {
  done = false;
  run(true);
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
