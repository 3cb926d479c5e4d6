/// @file
/// @brief A whole program: c = a + b, from the host's memory to the device and back.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) c[i] = a[i] + b[i];  // the last block has threads that have no element
}

int main() {
  const int n = 100'000, block = 256;
  const int grid = (n + block - 1) / block;  // rounded up: 391 blocks, 100096 threads
  const std::size_t bytes = n * sizeof(float);

  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }

  float *device_a = nullptr, *device_b = nullptr, *device_c = nullptr;
  check(cudaMalloc(&device_a, bytes), "memory for a");
  check(cudaMalloc(&device_b, bytes), "memory for b");
  check(cudaMalloc(&device_c, bytes), "memory for c");
  check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice), "copying a");
  check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice), "copying b");

  add<<<grid, block>>>(device_a, device_b, device_c, n);  // the grid first, then the block
  check(cudaGetLastError(), "the launch");
  // It waits for the kernel.
  check(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost), "the kernel, or copying c");

  check(cudaFree(device_a), "freeing a");
  check(cudaFree(device_b), "freeing b");
  check(cudaFree(device_c), "freeing c");

  for (int i = 0; i < n; ++i)
    if (c[i] != static_cast<float>(3 * i)) {
      std::printf("element %d is %g, and should be %d\n", i, static_cast<double>(c[i]), 3 * i);
      return EXIT_FAILURE;
    }
  std::printf("%d elements added by %d threads.\n", n, grid * block);
  return EXIT_SUCCESS;
}
