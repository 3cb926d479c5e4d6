/// @file
/// @brief The host reads managed memory before it has waited for the kernel that writes it; waiting for another stream is not enough.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 64;

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

__global__ void add_up(const int* data, int* total) { atomicAdd(total, data[threadIdx.x]); }

volatile int printed;  // so that the compiler leaves the reads in

int sum(const int* data) {
  int result = 0;
  for (int i = 0; i < kCount; ++i) result += data[i];
  return result;
}

void run(bool waits) {
  int *first = nullptr, *second = nullptr;
  cudaMallocManaged(&first, kCount * sizeof(int));
  cudaMallocManaged(&second, kCount * sizeof(int));
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  int seen = 0;

  fill<<<1, kCount>>>(first, 1);
  cudaMemPrefetchAsync(first, kCount * sizeof(int), cudaCpuDeviceId);
  if (waits) cudaDeviceSynchronize();
  seen += sum(first);
  cudaDeviceSynchronize();

  fill<<<1, kCount, 0, one>>>(first, 2);
  fill<<<1, kCount, 0, other>>>(second, 2);
  cudaStreamSynchronize(waits ? one : other);
  seen += first[kCount - 1];
  cudaDeviceSynchronize();
  seen += second[0];

  *second = 0;
  add_up<<<1, kCount>>>(first, second);
  if (waits) cudaDeviceSynchronize();
  seen += *second;
  cudaDeviceSynchronize();

  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
  cudaFree(first);
  cudaFree(second);
  printed = seen;
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
