/// @file
/// @brief The next chunk overwrites a buffer that a kernel still reads: with two buffers, each needs an event before it is used again.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 128, kChunks = 4;

__global__ void add_to(const int* chunk, int* sum) { sum[threadIdx.x] += chunk[threadIdx.x]; }

void run(bool waits_for_kernel) {
  int *host = nullptr, *buffers[2] = {}, *sum = nullptr;
  cudaMallocHost(&host, kChunks * kCount * sizeof(int));
  for (int i = 0; i < kChunks * kCount; ++i) host[i] = i;
  for (int*& buffer : buffers) cudaMalloc(&buffer, kCount * sizeof(int));
  cudaMalloc(&sum, kCount * sizeof(int));
  cudaStream_t copies, kernels;
  cudaStreamCreate(&copies);
  cudaStreamCreate(&kernels);
  cudaEvent_t copied[2], used[2];
  for (int i = 0; i < 2; ++i) {
    cudaEventCreate(&copied[i]);
    cudaEventCreate(&used[i]);
  }

  cudaMemsetAsync(sum, 0, kCount * sizeof(int), kernels);
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    const int half = chunk % 2;
    if (waits_for_kernel) cudaStreamWaitEvent(copies, used[half]);
    cudaMemcpyAsync(buffers[half], host + chunk * kCount, kCount * sizeof(int), cudaMemcpyHostToDevice, copies);
    cudaEventRecord(copied[half], copies);
    cudaStreamWaitEvent(kernels, copied[half]);
    add_to<<<1, kCount, 0, kernels>>>(buffers[half], sum);
    cudaEventRecord(used[half], kernels);
  }
  cudaDeviceSynchronize();

  for (int i = 0; i < 2; ++i) {
    cudaEventDestroy(copied[i]);
    cudaEventDestroy(used[i]);
    cudaFree(buffers[i]);
  }
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  cudaFree(sum);
  cudaFreeHost(host);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
