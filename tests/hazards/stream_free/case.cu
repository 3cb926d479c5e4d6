/// @file
/// @brief cudaFreeAsync frees memory in one stream while a kernel in another may still use it.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 64;

__global__ void make(int* data) { data[threadIdx.x] = 3; }

void run(bool waits) {
  cudaStream_t owner, user;
  cudaStreamCreate(&owner);
  cudaStreamCreate(&user);
  cudaEvent_t allocated, used;
  cudaEventCreate(&allocated);
  cudaEventCreate(&used);

  int* data = nullptr;
  cudaMallocAsync(&data, kCount * sizeof(int), owner);
  cudaEventRecord(allocated, owner);
  cudaStreamWaitEvent(user, allocated);
  make<<<1, kCount, 0, user>>>(data);
  cudaEventRecord(used, user);
  if (waits) cudaStreamWaitEvent(owner, used);
  cudaFreeAsync(data, owner);
  cudaDeviceSynchronize();

  cudaEventDestroy(allocated);
  cudaEventDestroy(used);
  cudaStreamDestroy(owner);
  cudaStreamDestroy(user);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
