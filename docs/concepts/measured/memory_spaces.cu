/// @file
/// @brief How long one thread waits for one word, by the memory that it lies in.
#include <cstdint>
#include <numeric>
#include <random>

#include "measuring.hpp"

constexpr int kConstantWords = 512;  // 2 KiB: the nearest of the caches for constants holds them
__constant__ std::uint32_t constants[kConstantWords];

struct Chased {
  long long cycles;
  std::uint32_t end;
};

/// Reads where to read next, `steps` times, after one round that fills the caches.
template <typename Words>
__device__ void chase(const Words& words, int warm_up, int steps, Chased* result) {
  std::uint32_t at = 0;
  for (int k = 0; k < warm_up; ++k) at = words[at];
  const long long begin = clock64();
  for (int k = 0; k < steps; ++k) at = words[at];
  result->end = at;
  result->cycles = clock64() - begin;
}

__global__ void chase_constant(int steps, Chased* result) { chase(constants, kConstantWords, steps, result); }

__global__ void chase_shared(int steps, Chased* result) {
  __shared__ std::uint32_t words[1024];
  for (std::uint32_t w = 0; w < 1024; ++w) words[w] = (w + 33) % 1024;
  chase(words, 0, steps, result);
}

__global__ void chase_global(const std::uint32_t* words, int warm_up, int steps, Chased* result) { chase(words, warm_up, steps, result); }

__global__ void chase_local(int steps, Chased* result) {
  std::uint32_t words[256];
  for (std::uint32_t w = 0; w < 256; ++w) words[w] = (w + 33) % 256;
  chase(words, 256, steps, result);
}

/// An addition that needs the one before: its operands are registers.
__global__ void chase_register(int steps, Chased* result) {
  float x = static_cast<float>(steps);
  const float y = x;
  const long long begin = clock64();
#pragma unroll 64
  for (int k = 0; k < steps; ++k) x = x * y + 1.0F;
  result->end = static_cast<std::uint32_t>(x);
  result->cycles = clock64() - begin;
}

/// One cycle through all 128-byte lines of `bytes`, in random order.
static std::vector<std::uint32_t> random_cycle(std::size_t bytes) {
  std::vector<std::uint32_t> order(bytes / 128), words(bytes / 4);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937{1});
  for (std::size_t k = 0; k < order.size(); ++k) words[order[k] * std::size_t{32}] = order[(k + 1) % order.size()] * 32;
  return words;
}

static Chased* result_memory() {
  static Chased* memory = nullptr;
  if (memory == nullptr) check(cudaMalloc(&memory, sizeof *memory));
  return memory;
}

template <typename Launch>
static void measure(const char* name, int steps, const Launch& launch) {
  Chased chased{};
  launch(steps, result_memory());  // once: a second time would find the same lines in the caches
  check(cudaMemcpy(&chased, result_memory(), sizeof chased, cudaMemcpyDeviceToHost));
  std::printf("%s,%.0f\n", name, static_cast<double>(chased.cycles) / steps);
}

static void measure_global(const char* name, std::size_t bytes, bool on_host) {
  const std::vector<std::uint32_t> cycle = random_cycle(bytes);
  std::uint32_t* words = nullptr;
  if (on_host)
    check(cudaMallocHost(&words, bytes));
  else
    check(cudaMalloc(&words, bytes));
  check(cudaMemcpy(words, cycle.data(), bytes, cudaMemcpyDefault));
  const int warm_up = bytes > (std::size_t{64} << 20) || on_host ? 0 : static_cast<int>(cycle.size() / 32);
  measure(name, 4096, [=](int steps, Chased* result) { chase_global<<<1, 1>>>(words, warm_up, steps, result); });
  if (on_host)
    check(cudaFreeHost(words));
  else
    check(cudaFree(words));
}

int main() {
  std::uint32_t next[kConstantWords];
  for (std::uint32_t w = 0; w < kConstantWords; ++w) next[w] = (w + 33) % kConstantWords;
  check(cudaMemcpyToSymbol(constants, next, sizeof next));

  std::printf("# title: From asking to having: one thread, one word\n# x: where the word lies\n# y: cycles\n# log: y\n# kind: bar\n");
  print_device();
  std::printf("memory,cycles\n");
  measure("register (one FMA)", 4096, [](int steps, Chased* result) { chase_register<<<1, 1>>>(steps, result); });
  measure("shared", 4096, [](int steps, Chased* result) { chase_shared<<<1, 1>>>(steps, result); });
  measure("constant in cache", 4096, [](int steps, Chased* result) { chase_constant<<<1, 1>>>(steps, result); });
  measure("local in L1", 4096, [](int steps, Chased* result) { chase_local<<<1, 1>>>(steps, result); });
  measure_global("global in L1", std::size_t{32} << 10, false);
  measure_global("global in L2", std::size_t{8} << 20, false);
  measure_global("global in no cache", std::size_t{1} << 30, false);
  measure_global("host pinned", std::size_t{64} << 20, true);
  return EXIT_SUCCESS;
}
