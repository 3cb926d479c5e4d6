/// @file
/// @brief How many results of an operation a GPU makes in a nanosecond. Compile it with -use_fast_math for the other column.
#include "measuring.hpp"

constexpr int kTurns = 8192, kChains = 4, kBlock = 256;

/// Four chains a thread, so that no operation waits for the one before it for long.
template <typename T, typename Operation>
__global__ void repeat(T start, Operation operation, T* out) {
  T x[kChains];
  for (int c = 0; c < kChains; ++c) x[c] = start + static_cast<T>(c) * static_cast<T>(0.01);
#pragma unroll 16
  for (int turn = 0; turn < kTurns; ++turn)
    for (int c = 0; c < kChains; ++c) x[c] = operation(x[c]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}

struct Add {
  template <typename T>
  __device__ T operator()(T x) const {
    return x + T{1};
  }
};
struct MultiplyAdd {
  template <typename T>
  __device__ T operator()(T x) const {
    return x * static_cast<T>(0.999) + static_cast<T>(0.5);
  }
};
struct Divide {
  __device__ float operator()(float x) const { return 1.7F / x; }
};
struct Root {
  __device__ float operator()(float x) const { return sqrtf(x); }
};
struct Exponential {
  __device__ float operator()(float x) const { return expf(-x); }
};
struct Logarithm {
  __device__ float operator()(float x) const { return logf(x + 2.0F); }
};
struct Sine {
  __device__ float operator()(float x) const { return sinf(x); }
};
struct Power {
  __device__ float operator()(float x) const { return powf(x, 0.7F); }
};

template <typename T, typename Operation>
static void measure(const char* name, Operation operation) {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  const unsigned grid = static_cast<unsigned>(device.multiProcessorCount) * 16;
  T* out = nullptr;
  check(cudaMalloc(&out, grid * kBlock * sizeof(T)));
  const double milliseconds = median_milliseconds([&] { repeat<<<grid, kBlock>>>(static_cast<T>(0.7), operation, out); });
  check(cudaFree(out));
  std::printf("%s,%.0f\n", name, 1e-6 * kTurns * kChains * grid * kBlock / milliseconds);
}

int main() {
  std::printf("# title: Results a nanosecond\n# x: operation\n# y: results a nanosecond\n# log: y\n# kind: bar\n");
  print_device();
  std::printf("operation,results\n");
  measure<float>("x + 1", Add{});
  measure<float>("a x + b", MultiplyAdd{});
  measure<double>("a x + b double", MultiplyAdd{});
  measure<float>("1 / x", Divide{});
  measure<float>("sqrtf", Root{});
  measure<float>("expf", Exponential{});
  measure<float>("logf", Logarithm{});
  measure<float>("sinf", Sine{});
  measure<float>("powf", Power{});
  return EXIT_SUCCESS;
}
