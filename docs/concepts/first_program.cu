/// @file
/// @brief Every part of a CUDA program once: how many of 1000 numbers are larger than a limit?
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__constant__ float limit;   // constant memory: kernels read it, the host sets it
__device__ unsigned total;  // global memory, one for all threads

/// Compiled twice, for both sides.
__host__ __device__ bool counts(float x, float at_least) { return x > at_least; }

/// Called from the device, runs on the device.
__device__ unsigned global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// Called from the host, runs on the device: a kernel.
__global__ void count(const float* numbers, unsigned n) {
  __shared__ unsigned found;  // one for each block
  if (threadIdx.x == 0) found = 0;
  __syncthreads();  // nobody counts before it is 0
  const unsigned i = global_thread();
  if (i < n && counts(numbers[i], limit)) atomicAdd(&found, 1U);
  __syncthreads();  // all have counted
  if (threadIdx.x == 0) atomicAdd(&total, found);
}

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

int main(int words, char**) {
  const unsigned n = 1000, block = 256, grid = (n + block - 1) / block;  // rounded up: 4 blocks
  const bool forget = words > 1;                                         // the bounds test, by any word on the command line
  const float on_host = 0.75F;
  const unsigned zero = 0;
  std::vector<float> numbers(n);
  for (unsigned i = 0; i < n; ++i) numbers[i] = static_cast<float>(i) / n;

  float* on_device = nullptr;  // will point to the device's memory: the host may hand it on, not look behind it
  check(cudaMalloc(&on_device, n * sizeof(float)), "cudaMalloc");
  check(cudaMemcpy(on_device, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice), "the copy of the numbers");
  check(cudaMemcpyToSymbol(limit, &on_host, sizeof limit), "the copy of the limit");
  check(cudaMemcpyToSymbol(total, &zero, sizeof total), "the copy of the 0");

  count<<<grid, block>>>(on_device, forget ? grid * block : n);
  check(cudaGetLastError(), "the launch");
  std::printf("launched %u threads; is the kernel done? %s\n", grid * block, cudaGetErrorName(cudaStreamQuery(nullptr)));

  unsigned got = 0;
  check(cudaMemcpyFromSymbol(&got, total, sizeof got), "the kernel, or the copy of the result");  // waits for the kernel
  std::printf("a copy has waited for it; and now?         %s\n", cudaGetErrorName(cudaStreamQuery(nullptr)));
  check(cudaFree(on_device), "cudaFree");

  const auto want = std::count_if(numbers.begin(), numbers.end(), [=](float x) { return counts(x, on_host); });
  std::printf("%u numbers are larger than %g; the host counts %td\n", got, static_cast<double>(on_host), want);
  return got == static_cast<unsigned>(want) ? EXIT_SUCCESS : EXIT_FAILURE;
}
