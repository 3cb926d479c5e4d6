/// @file
/// @brief How many bytes a second a GPU reads, by its occupancy and by the loads that a thread has on their way.
#include "measuring.hpp"

constexpr unsigned kBlock = 256;
constexpr std::size_t kElements = std::size_t{1} << 28;

/// Adds up all of x in a grid-stride loop, kLoads elements at a time. Dynamic shared memory is only there to take room.
template <int kLoads>
__global__ void add(const float* x, float* out) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  float sum = 0;
#pragma unroll 1
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i + (kLoads - 1) * threads < kElements; i += kLoads * threads) {
    float loaded[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) loaded[k] = x[i + k * threads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += loaded[k];
  }
  if (sum != 0) *out = sum;  // never: all are 0. But the compiler has to load them
}

/// GB/s with so many blocks on each multiprocessor, all of them at once.
template <int kLoads>
static double rate(int blocks, const cudaDeviceProp& device, const float* x, float* out) {
  const int shared = (static_cast<int>(device.sharedMemPerMultiprocessor) / blocks - 1024) / 1024 * 1024;
  const int bytes = std::min(shared, static_cast<int>(device.sharedMemPerBlockOptin));
  int fit = 0;
  check(cudaFuncSetAttribute(add<kLoads>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  check(cudaFuncSetAttribute(add<kLoads>, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, add<kLoads>, kBlock, static_cast<std::size_t>(bytes)));
  if (fit != blocks) {
    std::fprintf(stderr, "%d blocks fit, not %d\n", fit, blocks);
    std::exit(EXIT_FAILURE);
  }
  const double time = median_milliseconds([&] { add<kLoads><<<blocks * device.multiProcessorCount, kBlock, bytes>>>(x, out); });
  return kElements * sizeof(float) / time / 1e6;
}

int main() {
  cudaDeviceProp device{};
  float *x = nullptr, *out = nullptr;
  check(cudaGetDeviceProperties(&device, 0));
  check(cudaMalloc(&x, kElements * sizeof *x));
  check(cudaMemset(x, 0, kElements * sizeof *x));
  check(cudaMalloc(&out, sizeof *out));
  std::printf("# title: Reading, by occupancy and by loads on their way\n# x: occupancy, %%\n# y: GB/s\n");
  print_device();
  std::printf("occupancy,1 load a thread,2 loads,4 loads,8 loads\n");
  for (int blocks = 1; blocks <= 8; ++blocks)
    std::printf("%g,%.0f,%.0f,%.0f,%.0f\n", 100.0 * blocks * kBlock / device.maxThreadsPerMultiProcessor, rate<1>(blocks, device, x, out),
                rate<2>(blocks, device, x, out), rate<4>(blocks, device, x, out), rate<8>(blocks, device, x, out));
  check(cudaFree(x));
  check(cudaFree(out));
  return EXIT_SUCCESS;
}
