/// @file
/// @brief The host refills a pinned buffer while the copy from it may still be running.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 64, kChunks = 3;

void run(bool waits) {
  int *data = nullptr, *buffer = nullptr;
  cudaMalloc(&data, kChunks * kCount * sizeof(int));
  cudaMallocHost(&buffer, kCount * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    for (int i = 0; i < kCount; ++i) buffer[i] = chunk * kCount + i;
    cudaMemcpyAsync(data + chunk * kCount, buffer, kCount * sizeof(int), cudaMemcpyHostToDevice, stream);
    if (waits) cudaStreamSynchronize(stream);
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFreeHost(buffer);
  cudaFree(data);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
