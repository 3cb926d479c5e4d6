// A grid-stride loop in blocks of 96 threads. The printf for debugging is switched off. Comments in
// German and Chinese.
#include <algorithm>
#include <cstdio>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

using namespace std;

namespace {

constexpr int BLOCK_SIZE = 96;
constexpr bool DEBUG = false;

// Jeder Thread quadriert ein Element, dann das nächste im Abstand des ganzen Gitters.
// 每个线程处理相邻的元素，这样访问就是合并的。
__global__ void quadrat(const float* __restrict__ ein, float* __restrict__ aus, int64_t n) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float groesse = ein[i];
    aus[i] = groesse * groesse;
    if (DEBUG) printf("block %d thread %d: %f -> %f\n", blockIdx.x, threadIdx.x, ein[i], aus[i]);
    if (false) printf("ok\n");
  }
}

void run(const Squares::Device& p, const Launch& launch) {
  const int64_t wanted = (p.n + BLOCK_SIZE - 1) / BLOCK_SIZE;
  const int grid = static_cast<int>(min<int64_t>(wanted, 1024));
  quadrat<<<grid, BLOCK_SIZE, 0, launch.stream>>>(p.in, p.out, p.n);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) printf("CUDA error: %s\n", cudaGetErrorString(err));
}

const Version version{__FILE__, "the square of each element", run};

}  // namespace
