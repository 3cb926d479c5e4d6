/// @file
/// @brief How much of a multiprocessor a kernel fills, by block size and by shared memory; and which launches fail.
///
/// Usage: occupancy [csv]: with csv, the occupancies of all block sizes, for a chart
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void reverse(float* x) {
  extern __shared__ float part[];
  part[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();  // the neighbour's element must be there
  x[blockIdx.x * blockDim.x + threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

static int blocks_at_once(int block, int shared_bytes) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, block, static_cast<std::size_t>(shared_bytes)));
  return blocks;
}

/// The bytes of shared memory of three kinds of blocks: few, the same for each size, so many for each thread.
struct Kinds {
  int few, fixed, by_thread;
  explicit Kinds(int block) : few(4 * block), fixed(16 * 1024), by_thread(128 * block) {}
};

int main(int count, char**) {
  cudaDeviceProp gpu;
  check(cudaGetDeviceProperties(&gpu, 0));
  const std::size_t limit = gpu.sharedMemPerBlockOptin;  // 48 KiB are free for all; more has to be asked for
  check(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(limit)));
  const auto percent = [&](int block, int bytes) { return 100.0 * blocks_at_once(block, bytes) * block / gpu.maxThreadsPerMultiProcessor; };

  if (count > 1) {
    std::puts("# title: Occupancy by threads a block\n# x: threads a block\n# y: occupancy, %");
    std::puts("threads a block,4 B a thread,16 KiB a block,128 B a thread");
    for (int block = 32; block <= gpu.maxThreadsPerBlock; block += 32) {
      const Kinds bytes(block);
      std::printf("%d,%.4g,%.4g,%.4g\n", block, percent(block, bytes.few), percent(block, bytes.fixed), percent(block, bytes.by_thread));
    }
    return EXIT_SUCCESS;
  }

  std::puts("blocks at once    4 B a thread  16 KiB a block  128 B a thread");
  for (const int block : {32, 64, 128, 192, 256, 512, 768, 1024}) {
    std::printf("%5d threads  ", block);
    for (const int bytes : {Kinds(block).few, Kinds(block).fixed, Kinds(block).by_thread})
      std::printf("%8d  %4.0f %%", blocks_at_once(block, bytes), percent(block, bytes));
    std::puts("");
  }
  float* x = nullptr;
  check(cudaMalloc(&x, 2048 * sizeof(float)));
  reverse<<<1, 2048, 2048 * sizeof(float)>>>(x);
  std::printf("a block of 2048 threads: %s\n", cudaGetErrorName(cudaGetLastError()));
  reverse<<<1, 1024, limit + 1>>>(x);
  std::printf("a byte of shared memory too much: %s\n", cudaGetErrorName(cudaGetLastError()));
  check(cudaFree(x));
}
