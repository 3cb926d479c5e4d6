/// @file
/// @brief What programs do between kernels: host code of their own, small copies, launches of nothing.
#include <benchmark/benchmark.h>

#include <vector>

#include "common.hpp"

namespace {

constexpr int kCount = 1 << 16;

__global__ void nothing() {}

// Host code of a .cu file, whose loads and stores call the simulator's hooks.
__attribute__((noinline)) float dot(const float* a, const float* b) {
  float sum = 0;
  for (int i = 0; i < kCount; ++i) sum += a[i] * b[i];
  return sum;
}

void host_multiply_add(benchmark::State& state) {
  const std::vector<float> a(kCount, 1), b(kCount, 2);
  for (auto _ : state) benchmark::DoNotOptimize(dot(a.data(), b.data()));
  state.counters["per_second"] = benchmark::Counter(static_cast<double>(state.iterations()) * kCount, benchmark::Counter::kIsRate);
}
BENCHMARK(host_multiply_add);

void copy_of_4_kib(benchmark::State& state) {
  const std::vector<float> from(1024);
  float* const to = device_array<float>(1024);
  for (auto _ : state) cudaMemcpy(to, from.data(), 4096, cudaMemcpyHostToDevice);
  cudaFree(to);
}
BENCHMARK(copy_of_4_kib)->UseRealTime();

void launch_of_one_warp(benchmark::State& state) {
  for (auto _ : state) {
    nothing<<<1, 32>>>();
    cudaDeviceSynchronize();
  }
}
BENCHMARK(launch_of_one_warp)->UseRealTime();

}  // namespace
