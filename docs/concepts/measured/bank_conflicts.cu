/// @file
/// @brief How long a load from shared memory takes, by the number of words between neighbouring lanes.
#include "measuring.hpp"

constexpr int kLoads = 1024, kWords = 33 * 32;

/// Each lane reads its own word, which holds its own index: the next load cannot begin before this one is done.
__global__ void chase(unsigned stride, long long* cycles, unsigned* out) {
  __shared__ unsigned words[kWords];
  for (unsigned w = threadIdx.x; w < kWords; w += blockDim.x) words[w] = w;
  __syncthreads();
  unsigned at = threadIdx.x % 32 * stride;
  const long long begin = clock64();
#pragma unroll 16
  for (int k = 0; k < kLoads; ++k) at = words[at];
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - begin;
  out[threadIdx.x] = at;
}

static double cycles_of(unsigned stride, unsigned threads) {
  long long *device = nullptr, cycles = 0;
  unsigned* out = nullptr;
  check(cudaMalloc(&device, sizeof cycles));
  check(cudaMalloc(&out, threads * sizeof *out));
  for (int rep = 0; rep < 2; ++rep) chase<<<1, threads>>>(stride, device, out);
  check(cudaMemcpy(&cycles, device, sizeof cycles, cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  check(cudaFree(out));
  return static_cast<double>(cycles) / kLoads;
}

/// Lanes that meet in one bank: the greatest common divisor of the stride and 32.
static unsigned wavefronts(unsigned stride) {
  unsigned d = 32;
  while (stride % d != 0) d /= 2;
  return d;
}

int main() {
  std::printf("# title: A load from shared memory, by stride\n# x: words between neighbouring lanes\n# y: wavefronts, or cycles\n");
  print_device();
  std::printf("stride,wavefronts,cycles a load of 32 warps each,cycles from load to use\n");
  for (unsigned stride = 1; stride <= 33; ++stride)
    std::printf("%u,%u,%.2f,%.1f\n", stride, wavefronts(stride), cycles_of(stride, 1024) / 32, cycles_of(stride, 32));
  return EXIT_SUCCESS;
}
