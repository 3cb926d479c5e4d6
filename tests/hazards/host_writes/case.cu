/// @file
/// @brief The host writes the next input of a kernel while that may still read the last; other memory it may use meanwhile.
#include <cstring>

#include "hazard_case.hpp"

namespace {

constexpr int kCount = 64;

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

void run(bool waits) {
  int *in = nullptr, *next = nullptr, *out = nullptr;
  cudaMallocManaged(&in, kCount * sizeof(int));
  cudaMallocHost(&next, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  std::memset(in, 0, kCount * sizeof(int));

  copy<<<1, kCount>>>(in, out);
  for (int i = 0; i < kCount; ++i) next[i] = in[i] + i;  // both may read
  if (waits) cudaDeviceSynchronize();
  in[7] = next[7];
  copy<<<1, kCount>>>(next, out);
  if (waits) cudaDeviceSynchronize();
  std::memset(next, 0, kCount * sizeof(int));
  cudaDeviceSynchronize();

  cudaFree(in);
  cudaFreeHost(next);
  cudaFree(out);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
