/// @file
/// @brief How long a kernel takes whose threads go several ways: where the lanes of a warp part, and where only warps do.
#include "measuring.hpp"

constexpr int kWays = 32, kTurns = 4096, kBlock = 256;

/// Each way is a chain of operations with numbers of its own, so that no two ways are the same code.
template <int kWay>
__device__ float go(unsigned way, float x) {
  if (way == kWay) {
#pragma unroll 8
    for (int turn = 0; turn < kTurns; ++turn) x = x * (0.5F + kWay / 128.0F) + (1.0F + kWay);
    return x;
  }
  if constexpr (kWay + 1 < kWays) return go<kWay + 1>(way, x);
  return x;
}

/// @param apart  1: neighbouring lanes part; 32: only warps do
__global__ void part(float* out, unsigned ways, unsigned apart) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = go<0>(i / apart % ways, static_cast<float>(i));
  if (x < 0) *out = x;  // never: but the compiler has to compute it
}

int main() {
  int multiprocessors = 0;
  float* out = nullptr;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  check(cudaMalloc(&out, sizeof *out));
  const auto time = [&](unsigned ways, unsigned apart) {
    return median_milliseconds([&] { part<<<multiprocessors * 64, kBlock>>>(out, ways, apart); });
  };
  std::printf("# title: A branch with several ways\n# x: ways\n# y: time, 1 = all go the same way\n");
  print_device();
  std::printf("ways,neighbouring lanes part,only warps part\n");
  const double one = time(1, 1);
  for (unsigned ways = 1; ways <= kWays; ++ways) std::printf("%u,%.2f,%.2f\n", ways, time(ways, 1) / one, time(ways, 32) / one);
  check(cudaFree(out));
  return EXIT_SUCCESS;
}
