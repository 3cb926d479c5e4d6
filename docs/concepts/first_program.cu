/// @file
/// @brief Every part of a CUDA program once: how many numbers exceed a limit?
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

__constant__ float limit;   // constant memory: kernels read it, the host sets it
__device__ unsigned total;  // global memory, one for all threads

/// Compiled twice, for both sides.
__host__ __device__ bool counts(float x, float most) { return x > most; }

/// Called from the device, runs on the device.
__device__ unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// Called from the host, runs on the device: a kernel.
__global__ void count(const float* numbers, unsigned n) {
  __shared__ unsigned found;  // one for each block
  if (threadIdx.x == 0) found = 0;
  __syncthreads();  // nobody counts before it is 0
  const unsigned i = index();
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
  const unsigned n = 1000, block = 256;
  const unsigned grid = (n + block - 1) / block;  // rounded up: 4 blocks
  const bool forget = words > 1;                  // any word: no bounds test
  const float most = 0.75F;
  const unsigned zero = 0;
  std::vector<float> numbers(n);
  for (unsigned i = 0; i < n; ++i) numbers[i] = static_cast<float>(i) / n;

  float* d_numbers = nullptr;  // the device's: the host may hand it on, not read it
  const std::size_t bytes = n * sizeof(float);
  check(cudaMalloc(&d_numbers, bytes), "cudaMalloc");
  check(cudaMemcpy(d_numbers, numbers.data(), bytes, cudaMemcpyHostToDevice), "copy");
  check(cudaMemcpyToSymbol(limit, &most, sizeof limit), "the limit");
  check(cudaMemcpyToSymbol(total, &zero, sizeof total), "the 0");

  count<<<grid, block>>>(d_numbers, forget ? grid * block : n);
  check(cudaGetLastError(), "the launch");
  std::printf("launched; is the kernel done?    %s\n", cudaGetErrorName(cudaStreamQuery(nullptr)));

  unsigned got = 0;
  // Waits for the kernel, and reports what went wrong in it.
  check(cudaMemcpyFromSymbol(&got, total, sizeof got), "the kernel, or the copy");
  std::printf("a copy has waited; and now?      %s\n", cudaGetErrorName(cudaStreamQuery(nullptr)));
  check(cudaFree(d_numbers), "cudaFree");

  unsigned want = 0;
  for (const float x : numbers) want += counts(x, most) ? 1 : 0;
  std::printf("the device counts %u of %u numbers, the host %u\n", got, n, want);
  return got == want ? EXIT_SUCCESS : EXIT_FAILURE;
}
