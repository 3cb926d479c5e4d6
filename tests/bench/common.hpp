/// @file
/// @brief What the benchmarks share: the tiled product, device arrays, how many cores, and the peer's time.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cuda_runtime.h"

template <class T>
T* device_array(std::size_t count) {
  T* data = nullptr;
  cudaMalloc(&data, count * sizeof(T));
  cudaMemset(data, 0, count * sizeof(T));
  return data;
}

class Workers {
 public:
  explicit Workers(int count) { setenv("LOCKSTEP_WORKERS", std::to_string(count).c_str(), 1); }
  ~Workers() { unsetenv("LOCKSTEP_WORKERS"); }
};

template <int Tile>
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0;
  for (int k = 0; k < n; k += Tile) {
    as[ty][tx] = a[row * n + k + tx];
    bs[ty][tx] = b[(k + ty) * n + column];
    __syncthreads();
    for (int i = 0; i < Tile; ++i) sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// Milliseconds that the same product takes on Oclgrind, which uses all cores: the best of three runs; 0 where it failed.
/// @param options  of Oclgrind
inline double milliseconds_of_oclgrind(const std::string& options) {
  double best = 1e30;
  for (int run = 0; run < 3; ++run) {
    std::FILE* const pipe = popen(("oclgrind " + options + " " LOCKSTEP_OPENCL_PROGRAM).c_str(), "r");
    double ms = 0;
    if (pipe == nullptr || std::fscanf(pipe, "%lf", &ms) != 1 || pclose(pipe) != 0) return 0;
    best = ms < best ? ms : best;
  }
  return best;
}
