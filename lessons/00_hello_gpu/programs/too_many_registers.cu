/// @file
/// @brief A whole program: a launch that fails for lack of registers, foreseen and mended.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned kSums = 96, kBlock = 1024, kTerms = 4;

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// All sums are in use at the same time, so a thread wants a register for each.
__host__ __device__ static unsigned combine(const unsigned* x, unsigned thread) {
  unsigned sums[kSums] = {};
  for (unsigned term = 0; term < kTerms; ++term) {
    const unsigned value = x[term * kBlock + thread];
    for (unsigned s = 0; s < kSums; ++s) sums[s] = sums[s] * value + s;
  }
  unsigned all = 0;
  for (const unsigned sum : sums) all ^= sum;
  return all;
}

__global__ void unbounded(const unsigned* x, unsigned* out) {
  out[threadIdx.x] = combine(x, threadIdx.x);
}

/// The bound tells the compiler that 1024 of these threads must fit.
__global__ void __launch_bounds__(kBlock) bounded(const unsigned* x, unsigned* out) {
  out[threadIdx.x] = combine(x, threadIdx.x);
}

using Kernel = void (*)(const unsigned*, unsigned*);

/// What the compiler needed for a kernel, which a program can ask before it launches.
static cudaFuncAttributes needs_of(const char* name, Kernel kernel) {
  cudaFuncAttributes needs{};
  check(cudaFuncGetAttributes(&needs, kernel), "cudaFuncGetAttributes");
  int registers = 0;
  check(cudaDeviceGetAttribute(&registers, cudaDevAttrMaxRegistersPerBlock, 0), "attribute");
  const int wanted = needs.numRegs * static_cast<int>(kBlock);
  std::printf("%s\n", name);
  std::printf("  registers a thread         %d: %d for %u threads, of %d\n", needs.numRegs, wanted,
              kBlock, registers);
  std::printf("  local memory a thread      %zu bytes\n", needs.localSizeBytes);
  std::printf("  threads a block, at most   %d\n", needs.maxThreadsPerBlock);
  return needs;
}

static std::size_t count_right(const unsigned* device, const std::vector<unsigned>& x) {
  std::vector<unsigned> got(kBlock);
  check(cudaMemcpy(got.data(), device, kBlock * sizeof *device, cudaMemcpyDeviceToHost), "copy");
  std::size_t right = 0;
  for (unsigned t = 0; t < kBlock; ++t) right += got[t] == combine(x.data(), t) ? 1 : 0;
  return right;
}

static void launch(const char* name, Kernel kernel, const std::vector<unsigned>& x) {
  const cudaFuncAttributes needs = needs_of(name, kernel);
  const std::size_t bytes = x.size() * sizeof x[0];
  unsigned *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, bytes), "cudaMalloc");
  check(cudaMalloc(&out, kBlock * sizeof *out), "cudaMalloc");
  check(cudaMemcpy(in, x.data(), bytes, cudaMemcpyHostToDevice), "copy");
  check(cudaMemset(out, 0xff, kBlock * sizeof *out), "cudaMemset");
  kernel<<<1, kBlock>>>(in, out);
  const cudaError_t launched = cudaGetLastError();  // a refused launch spoils nothing else
  const bool fits = needs.maxThreadsPerBlock >= static_cast<int>(kBlock);
  std::printf("  so a launch of %u        should %s\n", kBlock, fits ? "succeed" : "fail");
  std::printf("  and it says                %s, %zu of %u right\n", cudaGetErrorName(launched),
              count_right(out, x), kBlock);
  check(cudaFree(in), "cudaFree");
  check(cudaFree(out), "cudaFree");
}

/// A thread cannot keep more sums than it has registers and words of local memory.
static void explain_simulator() {
  cudaFuncAttributes needs{};
  check(cudaFuncGetAttributes(&needs, unbounded), "cudaFuncGetAttributes");
  if (needs.numRegs >= static_cast<int>(kSums) || needs.localSizeBytes > 0) return;
  std::printf("%u sums in %d registers and no local memory: this device is the simulator.\n", kSums,
              needs.numRegs);
  std::printf("It has no registers, and reports %d for every kernel.\n", needs.numRegs);
}

int main() {
  std::vector<unsigned> x(kTerms * kBlock);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<unsigned>(i % 11);
  launch("unbounded", unbounded, x);
  launch("bounded, by __launch_bounds__(1024)", bounded, x);
  explain_simulator();
  return EXIT_SUCCESS;
}
