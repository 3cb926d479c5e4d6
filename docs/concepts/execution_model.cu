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

/// Writes, for each thread of a block, the number of the thread that is lane 0 of its warp.
/// A block's threads are numbered like the words of a page: x counts fastest, then y, then z.
__global__ void ask(unsigned* first) {
  const unsigned number = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  first[number] = __shfl_sync(__activemask(), number, 0);  // what lane 0 of this warp calls `number`
}

/// Prints a block as its threads lie, each as the number of its warp.
static void show(dim3 block) {
  const unsigned threads = block.x * block.y * block.z;
  std::vector<unsigned> first(threads);
  unsigned* device = nullptr;
  check(cudaMalloc(&device, threads * sizeof(unsigned)), "cudaMalloc");
  ask<<<1, block>>>(device);
  check(cudaGetLastError(), "the launch");
  check(cudaMemcpy(first.data(), device, threads * sizeof(unsigned), cudaMemcpyDeviceToHost), "the kernel, or the copy");
  check(cudaFree(device), "cudaFree");

  std::printf("\ndim3(%u, %u, %u): %u threads, %u in the last warp\n", block.x, block.y, block.z, threads, threads - first.back());
  for (unsigned y = 0; y < block.y; ++y, std::puts(""))
    for (unsigned z = 0; z < block.z; ++z) {
      std::printf("  ");
      for (unsigned x = 0; x < block.x; ++x) std::printf("%u", first[x + block.x * (y + block.y * z)] / 32);
    }
}

int main() {
  show(dim3(32, 4));
  show(dim3(16, 4));
  show(dim3(10, 10));
  show(dim3(8, 4, 4));
  return EXIT_SUCCESS;
}
