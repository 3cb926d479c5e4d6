/// @file
/// @brief The length of y = a x + b: in three kernels that each make a pass over memory, and in one that makes none in vain.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kCount = 1 << 16, kBlock = 256, kGrid = 8;

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__device__ int first() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ int stride() { return static_cast<int>(gridDim.x * blockDim.x); }

/// Adds a number of each thread to *total: the lanes of a warp by shuffles, the warps by atomics.
__device__ void add_to(float* total, float sum) {
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

__global__ void scale(const float* x, float a, float* y) {
  for (int i = first(); i < kCount; i += stride()) y[i] = a * x[i];
}
__global__ void shift(float* y, float b) {
  for (int i = first(); i < kCount; i += stride()) y[i] += b;
}
__global__ void add_squares(const float* y, float* total) {
  float sum = 0;
  for (int i = first(); i < kCount; i += stride()) sum += y[i] * y[i];
  add_to(total, sum);
}

/// What the three do, with y in a register: nobody asked for it in memory.
__global__ void all_at_once(const float* x, float a, float b, float* total) {
  float sum = 0;
  for (int i = first(); i < kCount; i += stride()) {
    const float y = a * x[i] + b;
    sum += y * y;
  }
  add_to(total, sum);
}

int main() {
  const std::vector<float> host(kCount, 1.0F);
  float *x = nullptr, *y = nullptr, *totals = nullptr, sums[2];
  check(cudaMalloc(&x, kCount * sizeof *x));
  check(cudaMalloc(&y, kCount * sizeof *y));
  check(cudaMalloc(&totals, sizeof sums));
  check(cudaMemset(totals, 0, sizeof sums));
  check(cudaMemcpy(x, host.data(), kCount * sizeof *x, cudaMemcpyHostToDevice));
  scale<<<kGrid, kBlock>>>(x, 2, y);
  shift<<<kGrid, kBlock>>>(y, 1);
  add_squares<<<kGrid, kBlock>>>(y, &totals[0]);
  all_at_once<<<kGrid, kBlock>>>(x, 2, 1, &totals[1]);
  check(cudaGetLastError());
  check(cudaMemcpy(sums, totals, sizeof sums, cudaMemcpyDeviceToHost));
  for (float* memory : {x, y, totals}) check(cudaFree(memory));
  std::printf("lengths %g and %g\n", std::sqrt(static_cast<double>(sums[0])), std::sqrt(static_cast<double>(sums[1])));
  return EXIT_SUCCESS;
}
