/// @file
/// @brief What the simulator costs, beside what it runs: threads, barriers, blocks over cores, memory, and a tiled matrix product.
///
/// A program, not a test: `cmake --build --preset sim --target lockstep_bench && build/sim/lockstep_bench`.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>

#include "common.hpp"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kThreads = 256, kBlocks = 1024, kN = kThreads * kBlocks;

// Nanoseconds of one core for each of `count` things that an iteration does.
void report(benchmark::State& state, std::chrono::duration<double, std::nano> total, double count) {
  state.counters["ns_a_thread"] = total.count() / (static_cast<double>(state.iterations()) * count);
}

__device__ __host__ __noinline__ void own_work(float* data, int i) { data[i] = data[i] * 2.0f + 1.0f; }

__global__ void scale(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) own_work(data, i);
}

__global__ void barriers(int rounds) {
  for (int round = 0; round < rounds; ++round) __syncthreads();
}

__global__ void compute(float* data) {
  float x = threadIdx.x;
  for (int i = 0; i < 2000; ++i) x = x * 0.5f + 1.0f;
  data[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

void loop_without_simulator(benchmark::State& state) {
  static float data[kN];
  const auto start = Clock::now();
  for (auto _ : state)
    for (int i = 0; i < kN; ++i) own_work(data, i);
  report(state, Clock::now() - start, kN);
}
BENCHMARK(loop_without_simulator)->UseRealTime();

void threads_without_barrier(benchmark::State& state) {
  const Workers one(1);
  float* data = device_array<float>(kN);
  const auto start = Clock::now();
  for (auto _ : state) {
    scale<<<kBlocks, kThreads>>>(data, kN);
    cudaDeviceSynchronize();
  }
  report(state, Clock::now() - start, kN);
  cudaFree(data);
}
BENCHMARK(threads_without_barrier)->UseRealTime();

void barrier(benchmark::State& state) {
  const Workers one(1);
  const int threads = static_cast<int>(state.range(0)), rounds = 1000;
  const auto start = Clock::now();
  for (auto _ : state) {
    barriers<<<1, threads>>>(rounds);
    cudaDeviceSynchronize();
  }
  report(state, Clock::now() - start, double(threads) * rounds);
}
BENCHMARK(barrier)->Arg(32)->Arg(256)->Arg(1024)->UseRealTime();

void blocks_over_cores(benchmark::State& state) {
  const Workers workers(static_cast<int>(state.range(0)));
  float* data = device_array<float>(256 * 256);
  for (auto _ : state) {
    compute<<<256, 256>>>(data);
    cudaDeviceSynchronize();
  }
  state.counters["blocks_a_second_and_core"] =
      benchmark::Counter(256.0 / static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
  cudaFree(data);
}
BENCHMARK(blocks_over_cores)->DenseRange(1, static_cast<int>(std::thread::hardware_concurrency()))->UseRealTime();

void memory_of_large_blocks(benchmark::State& state) {
  for (auto _ : state) {
    barriers<<<64, 1024>>>(2);
    cudaDeviceSynchronize();
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
  state.counters["workers"] = std::thread::hardware_concurrency();
}
BENCHMARK(memory_of_large_blocks)->Iterations(3)->UseRealTime();

// Oclgrind uses all cores; the simulator is given as many, and one.
void matmul_128(benchmark::State& state) {
  const Workers workers(static_cast<int>(state.range(0)));
  constexpr int n = 128, tile = 16;
  float *a = device_array<float>(n * n), *c = device_array<float>(n * n);
  double best = 1e30;
  for (auto _ : state) {
    const auto start = Clock::now();
    matmul<tile><<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, a, c, n);
    cudaDeviceSynchronize();
    const std::chrono::duration<double, std::milli> took = Clock::now() - start;
    best = took.count() < best ? took.count() : best;
  }
  const double peer = milliseconds_of_oclgrind("");
  state.counters["ms"] = best;
  state.counters["oclgrind_ms"] = peer;
  state.counters["times_as_fast_as_oclgrind"] = peer / best;
  cudaFree(a);
  cudaFree(c);
}
BENCHMARK(matmul_128)->Arg(1)->Arg(static_cast<int>(std::thread::hardware_concurrency()))->UseRealTime();

}  // namespace
