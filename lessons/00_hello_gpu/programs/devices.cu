/// @file
/// @brief A whole program: asks each device of the machine what it has.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// Without a device, or without its driver, the call fails: that is an answer, too.
static int count_devices() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess) return count;
  std::printf("no device: %s\n", cudaGetErrorName(code));
  std::exit(EXIT_SUCCESS);
}

static void print_extents(const char* what, const int* extents) {
  std::printf("  %-34s %d x %d x %d\n", what, extents[0], extents[1], extents[2]);
}

static void print_device(int device) {
  cudaDeviceProp gpu{};
  check(cudaGetDeviceProperties(&gpu, device), "cudaGetDeviceProperties");
  std::printf("device %d: %s\n", device, gpu.name);
  std::printf("  %-34s %d.%d\n", "compute capability", gpu.major, gpu.minor);
  std::printf("  %-34s %zu MiB\n", "global memory", gpu.totalGlobalMem >> 20);
  std::printf("  %-34s %d\n", "multiprocessors", gpu.multiProcessorCount);
  std::printf("  %-34s %d\n", "threads of a multiprocessor", gpu.maxThreadsPerMultiProcessor);
  std::printf("  %-34s %d\n", "threads of a block, at most", gpu.maxThreadsPerBlock);
  print_extents("extents of a block, at most", gpu.maxThreadsDim);
  print_extents("extents of a grid, at most", gpu.maxGridSize);
  std::printf("  %-34s %d\n", "registers for a block, at most", gpu.regsPerBlock);
  std::printf("  %-34s %zu KiB\n", "shared memory of a block, at most",
              gpu.sharedMemPerBlock >> 10);
}

int main() {
  const int count = count_devices();
  std::printf("%d device%s\n", count, count == 1 ? "" : "s");
  for (int device = 0; device < count; ++device) print_device(device);
  return EXIT_SUCCESS;
}
