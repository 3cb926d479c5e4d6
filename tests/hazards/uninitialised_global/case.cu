/// @file
/// @brief Memory from cudaMalloc is read before anything was written there.
#include "hazard_case.hpp"

namespace {

constexpr unsigned kCount = 64;

__global__ void accumulate(float* sums) { sums[threadIdx.x] += 1; }
__global__ void fill(float* data, unsigned count) {
  if (threadIdx.x < count) data[threadIdx.x] = 1;
}
__global__ void scale(float* data) { data[threadIdx.x] *= 2; }
__global__ void count_up(int* count) { atomicAdd(count, 1); }

float* allocated() {
  float* data = nullptr;
  cudaMalloc(&data, kCount * sizeof(float));
  return data;
}

void caught() {
  float* const sums = allocated();
  accumulate<<<1, kCount>>>(sums);

  float* const half = allocated();
  fill<<<1, kCount>>>(half, kCount / 2);
  scale<<<1, kCount>>>(half);

  float* const copied = allocated();
  float* const source = allocated();
  cudaMemset(source, 0, kCount * sizeof(float) - 4);
  cudaMemcpy(copied, source, kCount * sizeof(float), cudaMemcpyDeviceToDevice);
  accumulate<<<1, kCount>>>(copied);

  int* count = nullptr;
  cudaMalloc(&count, sizeof(int));
  count_up<<<1, 32>>>(count);
  cudaDeviceSynchronize();
  for (void* const p : {static_cast<void*>(sums), static_cast<void*>(half), static_cast<void*>(copied), static_cast<void*>(source),
                        static_cast<void*>(count)})
    cudaFree(p);
}

void silent() {
  float* const sums = allocated();
  cudaMemset(sums, 0, kCount * sizeof(float));
  accumulate<<<1, kCount>>>(sums);

  float* const filled = allocated();
  fill<<<1, kCount>>>(filled, kCount);
  scale<<<1, kCount>>>(filled);

  const float numbers[kCount] = {};
  float* const copied = allocated();
  cudaMemcpy(copied, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  accumulate<<<1, kCount>>>(copied);

  float* const again = allocated();
  cudaMemcpyAsync(again, copied, sizeof numbers, cudaMemcpyDeviceToDevice);
  accumulate<<<1, kCount>>>(again);

  float* managed = nullptr;
  cudaMallocManaged(&managed, sizeof numbers);
  for (unsigned i = 0; i < kCount; ++i) managed[i] = 0;
  accumulate<<<1, kCount>>>(managed);

  int* count = nullptr;
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  count_up<<<1, 32>>>(count);
  cudaDeviceSynchronize();
  for (float* const p : {sums, filled, copied, again, managed}) cudaFree(p);
  cudaFree(count);
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
