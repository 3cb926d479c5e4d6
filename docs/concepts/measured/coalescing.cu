/// @file
/// @brief How many useful bytes a second a GPU reads, by the pattern of the addresses in a warp.
#include <cstdint>

#include "measuring.hpp"

constexpr std::uint32_t kElements = 1U << 26, kLoads = 4;  // used, of floats that lie up to 32 times as far apart

struct EveryNth {
  std::uint32_t n;
  __device__ std::size_t operator()(std::uint32_t i) const { return std::size_t{i} * n; }
};
struct Backwards {
  __device__ std::size_t operator()(std::uint32_t i) const { return i ^ 31U; }
};
struct Shifted {
  __device__ std::size_t operator()(std::uint32_t i) const { return i + 1U; }
};

template <typename Pattern>
__global__ void read(const float* in, float* out, Pattern pattern) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (std::uint32_t k = 0; k < kLoads; ++k) sum += in[pattern(i + k * (kElements / kLoads))];
  if (sum != 0) *out = sum;  // never: all are 0. But the compiler has to load them
}

template <typename Pattern>
static void measure(const char* name, const float* in, float* out, Pattern pattern) {
  const double time = median_milliseconds([&] { read<<<kElements / kLoads / 256, 256>>>(in, out, pattern); });
  std::printf("%s,%.0f\n", name, kElements * sizeof(float) / time / 1e6);
}

int main() {
  float *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, std::size_t{kElements} * 32 * sizeof(float)));
  check(cudaMemset(in, 0, std::size_t{kElements} * 32 * sizeof(float)));
  check(cudaMalloc(&out, sizeof(float)));
  std::printf("# title: Useful bytes a second, by pattern\n# x: addresses of a warp\n# y: GB/s that the program asked for\n# kind: bar\n");
  print_device();
  std::printf("pattern,GB/s\n");
  measure("side by side", in, out, EveryNth{1});
  measure("backwards", in, out, Backwards{});
  measure("shifted by one", in, out, Shifted{});
  measure("every 2nd", in, out, EveryNth{2});
  measure("every 4th", in, out, EveryNth{4});
  measure("every 8th", in, out, EveryNth{8});
  measure("every 16th", in, out, EveryNth{16});
  measure("every 32nd", in, out, EveryNth{32});
  check(cudaFree(in));
  check(cudaFree(out));
  return EXIT_SUCCESS;
}
