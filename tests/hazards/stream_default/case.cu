/// @file
/// @brief A blocking copy in the default stream does not wait for a stream that was made with cudaStreamNonBlocking.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 64;

__global__ void make(int* data) { data[threadIdx.x] = 3; }

void run(unsigned flags) {
  int *data = nullptr, host[kCount];
  cudaMalloc(&data, sizeof host);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, flags);
  make<<<1, kCount, 0, stream>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(stream);
  cudaFree(data);
}

void caught() { run(cudaStreamNonBlocking); }
void silent() { run(cudaStreamDefault); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
