/// @file
/// @brief How a block's threads become warps: each thread asks its own warp.
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

/// Writes for each thread of a block which thread is lane 0 of its warp. They are
/// numbered like the words of a page: x counts fastest, then y, then z.
__global__ void ask(unsigned* first) {
  const unsigned row = threadIdx.y + blockDim.y * threadIdx.z;
  const unsigned number = threadIdx.x + blockDim.x * row;
  first[number] = __shfl_sync(__activemask(), number, 0);  // lane 0's `number`
}

/// Prints a block as its threads lie, each as the number of its warp.
static void show(dim3 block) {
  const unsigned threads = block.x * block.y * block.z;
  std::vector<unsigned> first(threads);
  unsigned* device = nullptr;
  check(cudaMalloc(&device, threads * sizeof(unsigned)), "cudaMalloc");
  ask<<<1, block>>>(device);
  check(cudaGetLastError(), "the launch");
  const std::size_t bytes = threads * sizeof(unsigned);
  check(cudaMemcpy(first.data(), device, bytes, cudaMemcpyDeviceToHost), "the copy");
  check(cudaFree(device), "cudaFree");

  std::printf("\ndim3(%u, %u, %u): ", block.x, block.y, block.z);
  std::printf("%u threads, %u in the last warp\n", threads, threads - first.back());
  for (unsigned y = 0; y < block.y; ++y, std::puts(""))
    for (unsigned z = 0; z < block.z; ++z) {
      std::printf("  ");
      const unsigned row = block.x * (y + block.y * z);
      for (unsigned x = 0; x < block.x; ++x) std::printf("%u", first[row + x] / 32);
    }
}

int main() {
  show(dim3(32, 4));
  show(dim3(16, 4));
  show(dim3(10, 10));
  show(dim3(8, 4, 4));
  return EXIT_SUCCESS;
}
