/// @file
/// @brief How long a warp waits for one read of constant memory, and of global memory, by the number of different words that it asks for.
#include "measuring.hpp"

constexpr int kWords = 512, kReads = 1024;  // 2 KiB: the nearest cache for constants holds them
__constant__ unsigned constants[kWords];

/// Each word holds its own index, so that a read says where the next one is: none can begin before the one before is done.
template <typename Words>
__device__ void chase(const Words& words, unsigned different, long long* cycles, unsigned* out) {
  unsigned at = threadIdx.x % different;
  for (unsigned w = 0; w < kWords; ++w) at += words[w] / kWords;  // 0: fills the caches
  const long long begin = clock64();
#pragma unroll 16
  for (int k = 0; k < kReads; ++k) at = words[at];
  const long long end = clock64();
  out[threadIdx.x] = at;
  if (threadIdx.x == 0) *cycles = end - begin;
}
__global__ void chase_constant(const unsigned*, unsigned different, long long* cycles, unsigned* out) {
  chase(constants, different, cycles, out);
}
__global__ void chase_global(const unsigned* words, unsigned different, long long* cycles, unsigned* out) {
  chase(words, different, cycles, out);
}

struct Memory {
  unsigned* words;
  long long* cycles;
  unsigned* out;
};

static double cycles_a_read(void (*kernel)(const unsigned*, unsigned, long long*, unsigned*), unsigned different, const Memory& memory) {
  long long cycles = 0;
  for (int rep = 0; rep < 2; ++rep) kernel<<<1, 32>>>(memory.words, different, memory.cycles, memory.out);
  check(cudaMemcpy(&cycles, memory.cycles, sizeof cycles, cudaMemcpyDeviceToHost));
  return static_cast<double>(cycles) / kReads;
}

int main() {
  unsigned host[kWords];
  for (unsigned w = 0; w < kWords; ++w) host[w] = w;
  Memory memory{};
  check(cudaMalloc(&memory.words, sizeof host));
  check(cudaMalloc(&memory.cycles, sizeof *memory.cycles));
  check(cudaMalloc(&memory.out, 32 * sizeof *memory.out));
  check(cudaMemcpy(memory.words, host, sizeof host, cudaMemcpyHostToDevice));
  check(cudaMemcpyToSymbol(constants, host, sizeof host));
  std::printf(
      "# title: A warp reads: one word for all, or different ones\n# x: different words\n# y: cycles from read to read\n# log: x\n");
  print_device();
  std::printf("different words,constant memory,global memory in the L1 cache\n");
  for (unsigned different = 1; different <= 32; different *= 2)
    std::printf("%u,%.1f,%.1f\n", different, cycles_a_read(chase_constant, different, memory),
                cycles_a_read(chase_global, different, memory));
  check(cudaFree(memory.words));
  check(cudaFree(memory.cycles));
  check(cudaFree(memory.out));
  return EXIT_SUCCESS;
}
