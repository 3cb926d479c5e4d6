/// @file
/// @brief A result is copied to the host in a different stream from that of its kernel, which need not have finished.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 256;

__global__ void make(int* data) { data[threadIdx.x] = 3; }

void run(bool waits) {
  int *data = nullptr, *host = nullptr;
  cudaMalloc(&data, kCount * sizeof(int));
  cudaMallocHost(&host, kCount * sizeof(int));
  cudaStream_t compute, copy;
  cudaStreamCreate(&compute);
  cudaStreamCreate(&copy);
  cudaEvent_t made;
  cudaEventCreate(&made);

  make<<<1, kCount, 0, compute>>>(data);
  cudaEventRecord(made, compute);
  if (waits) cudaStreamWaitEvent(copy, made);
  cudaMemcpyAsync(host, data, kCount * sizeof(int), cudaMemcpyDeviceToHost, copy);
  cudaDeviceSynchronize();

  cudaEventDestroy(made);
  cudaStreamDestroy(compute);
  cudaStreamDestroy(copy);
  cudaFreeHost(host);
  cudaFree(data);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
