/// @file
/// @brief Asks a GPU how many blocks fit on a multiprocessor, for kernels of many sizes: what it prints is h200_occupancy.csv.
///
/// nvcc -std=c++20 -arch=sm_90 h200_occupancy.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// Needs more registers than there are, so that the compiler takes all that it may.
template <int kRegisters>
__global__ void __maxnreg__(kRegisters) take_registers(float* x) {
  constexpr int kValues = 260;
  float values[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i) values[i] = x[i * blockDim.x + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kValues; ++i) x[(kValues - 1 - i) * blockDim.x + threadIdx.x] = values[i];
}

template <int kRegisters>
static void ask() {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, take_registers<kRegisters>));
  constexpr int kMost = 227 * 1024;
  check(cudaFuncSetAttribute(take_registers<kRegisters>, cudaFuncAttributeMaxDynamicSharedMemorySize, kMost));
  for (const int threads : {1, 32, 64, 100, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1000, 1024, 1025})
    for (const int shared : {0, 7000, 33000, 114 * 1024, kMost}) {
      int blocks = 0;
      check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, take_registers<kRegisters>, threads, shared));
      std::printf("%d,%d,%d,%d\n", threads, attributes.numRegs, shared, blocks);
    }
}

template <int... kSteps>
static void ask_all(std::integer_sequence<int, kSteps...>) {
  (ask<24 + 11 * kSteps>(), ...);
}

int main() {
  std::puts("threads,registers,shared,blocks");
  ask_all(std::make_integer_sequence<int, 22>());
}
