/// @file
/// @brief What it costs to be watched: nanoseconds of one core for each access, and a tiled product against Oclgrind's race check.
#include <benchmark/benchmark.h>

#include <chrono>

#include "common.hpp"
#include "lockstep/sim/check.hpp"
#include "lockstep/sim/profile.hpp"
#include "observation/observation.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::duration<double, std::nano>;

struct Watch {
  bool profile, check;
};
constexpr Watch kNothing{false, false}, kProfile{true, false}, kCheck{false, true}, kBoth{true, true};

/// A kernel's launch, and how many accesses its threads make to global and shared memory.
struct Load {
  const char* name;
  double accesses;
  void (*launch)();
};

constexpr int kSide = 128, kTile = 16, kLength = 1 << 20, kBlock = 256;

float* input() {
  static float* const data = device_array<float>(kLength);
  return data;
}
float* output() {
  static float* const data = device_array<float>(kLength);
  return data;
}

__global__ void add(const float* a, float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + b[i];
}

__global__ void block_sums(const float* a, float* sums) {
  __shared__ float part[kBlock];
  part[threadIdx.x] = a[blockIdx.x * kBlock + threadIdx.x];
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

void launch_matmul() { matmul<kTile><<<dim3(kSide / kTile, kSide / kTile), dim3(kTile, kTile)>>>(input(), input(), output(), kSide); }
void launch_add() { add<<<kLength / kBlock, kBlock>>>(input(), output()); }
void launch_block_sums() { block_sums<<<kLength / kBlock, kBlock>>>(input(), output()); }

constexpr double kSquare = kSide * kSide, kBlocks = kLength / kBlock;
constexpr Load kMatmul{"matmul", kSquare*(2.0 * kSide + 4.0 * kSide / kTile + 1), launch_matmul};
constexpr Load kAdd{"add", 3.0 * kLength, launch_add};
constexpr Load kBlockSums{"block_sums", 2.0 * kLength + kBlocks*(3 * (kBlock - 1) + 2), launch_block_sums};

void run_watched(const Load& load, Watch watch) {
  if (watch.profile) lockstep::sim::start_profile();
  if (watch.check) lockstep::sim::start_check();
  load.launch();
  cudaDeviceSynchronize();
  if (watch.check && !lockstep::sim::stop_check().empty()) std::abort();  // these kernels have no hazard
  if (watch.profile) lockstep::sim::stop_profile();
}

Nanoseconds time(const Load& load, Watch watch) {
  const auto start = Clock::now();
  run_watched(load, watch);
  return Clock::now() - start;
}

// The median of what each access takes longer for being watched.
void watched(benchmark::State& state, const Load& load, Watch watch) {
  const Workers one(1);
  time(load, watch);
  Nanoseconds alone{1e30}, together{1e30};
  for (auto _ : state) {
    alone = std::min(alone, time(load, kNothing));
    together = std::min(together, time(load, watch));
  }
  state.counters["ns_an_access"] = (together - alone).count() / load.accesses;
}
BENCHMARK_CAPTURE(watched, profile_matmul, kMatmul, kProfile)->UseRealTime();
BENCHMARK_CAPTURE(watched, profile_add, kAdd, kProfile)->UseRealTime();
BENCHMARK_CAPTURE(watched, profile_block_sums, kBlockSums, kProfile)->UseRealTime();
BENCHMARK_CAPTURE(watched, check_matmul, kMatmul, kCheck)->UseRealTime();
BENCHMARK_CAPTURE(watched, check_add, kAdd, kCheck)->UseRealTime();
BENCHMARK_CAPTURE(watched, check_block_sums, kBlockSums, kCheck)->UseRealTime();

// The same loop twice, as functions: with the hooks of loads and stores, and without.
constexpr int kRounds = 4096;
__device__ __noinline__ void rotate_hooked(float* data) {
  for (int i = 0; i < kRounds; ++i) data[i % 64] = data[(i + 1) % 64];
}
__attribute__((no_sanitize("thread"), no_sanitize_coverage)) __device__ __noinline__ void rotate_bare(float* data) {
  for (int i = 0; i < kRounds; ++i) data[i % 64] = data[(i + 1) % 64];
}
__global__ void hooked(float* data) { rotate_hooked(data); }
__global__ void bare(float* data) { rotate_bare(data); }

constexpr Load kHooked{"hooked", 2.0 * kRounds * 256, [] { hooked<<<1, 256>>>(input()); }};
constexpr Load kBare{"bare", 2.0 * kRounds * 256, [] { bare<<<1, 256>>>(input()); }};

void unwatched(benchmark::State& state) {
  const Workers one(1);
  Nanoseconds with{1e30}, without{1e30};
  for (auto _ : state) {
    with = std::min(with, time(kHooked, kNothing));
    without = std::min(without, time(kBare, kNothing));
  }
  state.counters["ns_an_access"] = (with - without).count() / kHooked.accesses;
}
BENCHMARK(unwatched)->UseRealTime();

void watched_matmul_128(benchmark::State& state) {
  Nanoseconds best{1e30};
  for (auto _ : state) best = std::min(best, time(kMatmul, kBoth));
  const double ms = best.count() / 1e6, peer = milliseconds_of_oclgrind("--data-races");
  state.counters["ms"] = ms;
  state.counters["oclgrind_ms"] = peer;
  state.counters["times_as_fast_as_oclgrind"] = peer / ms;
}
BENCHMARK(watched_matmul_128)->UseRealTime();

}  // namespace
