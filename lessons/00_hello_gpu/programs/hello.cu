/// @file
/// @brief A whole CUDA program, with nothing of the course in it: memory, a kernel, the copy back.
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

__global__ void number_elements(int* number, int count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < static_cast<unsigned>(count)) number[i] = static_cast<int>(i);
}

int main() {
  const int count = 1000, block = 256;
  // 4 blocks: 1024 threads, 24 more than there are elements.
  const int grid = (count + block - 1) / block;
  const std::size_t bytes = count * sizeof(int);
  std::vector<int> host(count, -1);

  // A pointer to the GPU's memory: the CPU may pass it on, but must not follow it.
  int* device = nullptr;
  check(cudaMalloc(&device, bytes), "cudaMalloc");
  number_elements<<<grid, block>>>(device, count);
  check(cudaGetLastError(), "the launch");
  // The copy waits for the kernel.
  const cudaError_t copied = cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
  check(copied, "the kernel or the copy");
  check(cudaFree(device), "cudaFree");

  for (int i = 0; i < count; ++i)
    if (host[i] != i) {
      std::printf("element %d is %d\n", i, host[i]);
      return EXIT_FAILURE;
    }
  std::printf("Hello from %d threads: every element has its number.\n", count);
  return EXIT_SUCCESS;
}
