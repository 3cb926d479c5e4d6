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

constexpr int kSide = 256, kPeersSide = 128, kTile = 16, kLength = 1 << 20, kBlock = 256;

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

// Every access goes to global memory; warps are 32 threads of one row, or two rows of 16.
__global__ void naive_matmul(const float* a, const float* b, float* c) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kSide; ++k) sum += a[row * kSide + k] * b[k * kSide + column];
  c[row * kSide + column] = sum;
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

template <int side>
void launch_matmul() {
  matmul<kTile><<<dim3(side / kTile, side / kTile), dim3(kTile, kTile)>>>(input(), input(), output(), side);
}
template <int width, int height>
void launch_naive() {
  naive_matmul<<<dim3(kSide / width, kSide / height), dim3(width, height)>>>(input(), input(), output());
}
void launch_add() { add<<<kLength / kBlock, kBlock>>>(input(), output()); }
void launch_block_sums() { block_sums<<<kLength / kBlock, kBlock>>>(input(), output()); }

constexpr double kSquare = kSide * kSide, kBlocks = kLength / kBlock;
constexpr Load kMatmul{"matmul", kSquare*(2.0 * kSide + 4.0 * kSide / kTile + 1), launch_matmul<kSide>};
constexpr Load kPeersMatmul{"matmul_128", 0, launch_matmul<kPeersSide>};  // as large as Oclgrind's
constexpr Load kNaive{"naive", kSquare*(2.0 * kSide + 1), launch_naive<32, 8>};
constexpr Load kNaiveRows{"naive_rows", kSquare*(2.0 * kSide + 1), launch_naive<16, 16>};
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

// Alone and watched by turns, on one core and on all: how many times as long it takes, what that is for each access, and what more cores
// bring to a watched launch.
void watched(benchmark::State& state, const Load& load, Watch watch) {
  Nanoseconds alone{1e30}, together{1e30}, on_all_cores{1e30};
  for (auto _ : state) {
    {
      const Workers one(1);
      alone = std::min(alone, time(load, kNothing));
      together = std::min(together, time(load, watch));
    }
    on_all_cores = std::min(on_all_cores, time(load, watch));
  }
  state.counters["ms"] = together.count() / 1e6;
  state.counters["times_unwatched"] = together / alone;
  state.counters["ns_an_access"] = (together - alone).count() / load.accesses;
  state.counters["times_as_fast_on_all_cores"] = together / on_all_cores;
}
BENCHMARK_CAPTURE(watched, profile_naive, kNaive, kProfile)->UseRealTime();
BENCHMARK_CAPTURE(watched, profile_naive_rows, kNaiveRows, kProfile)->UseRealTime();
BENCHMARK_CAPTURE(watched, check_naive, kNaive, kCheck)->UseRealTime();
BENCHMARK_CAPTURE(watched, check_naive_rows, kNaiveRows, kCheck)->UseRealTime();
BENCHMARK_CAPTURE(watched, both_naive, kNaive, kBoth)->UseRealTime();
BENCHMARK_CAPTURE(watched, both_matmul, kMatmul, kBoth)->UseRealTime();
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
  for (auto _ : state) best = std::min(best, time(kPeersMatmul, kBoth));
  const double ms = best.count() / 1e6, peer = milliseconds_of_oclgrind("--data-races");
  state.counters["ms"] = ms;
  state.counters["oclgrind_ms"] = peer;
  state.counters["times_as_fast_as_oclgrind"] = peer / ms;
}
BENCHMARK(watched_matmul_128)->UseRealTime();

}  // namespace
