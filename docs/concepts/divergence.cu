/// @file
/// @brief Two ways, and loops of several lengths: by lane, by warp, and without a branch.
///
/// Look at: `./lockstep profile ./divergence`: the column *active lanes*.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kThreads = 1024, kBlock = 256, kTurns = 16;

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__device__ float grow(float x, int turns) {
  for (int k = 0; k < turns; ++k) x = x * 1.5F + 1;
  return x;
}

__device__ float shrink(float x, int turns) {
  for (int k = 0; k < turns; ++k) x = x * 0.5F - 1;
  return x;
}

__global__ void branch_by_lane(float* x, int turns) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float old = x[i];
  x[i] = i % 2 == 0 ? grow(old, turns) : shrink(old, turns);  // each warp has to go both ways
}

__global__ void branch_by_warp(float* x, int turns) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float old = x[i];
  x[i] = i / 32 % 2 == 0 ? grow(old, turns) : shrink(old, turns);  // all lanes of a warp go the same way
}

__global__ void no_branch(float* x, int turns) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float factor = i % 2 == 0 ? 1.5F : 0.5F, term = i % 2 == 0 ? 1.0F : -1.0F;  // short enough to be no branch
  float value = x[i];
  for (int k = 0; k < turns; ++k) value = value * factor + term;  // one way for all: lanes differ in their numbers alone
  x[i] = value;
}

__global__ void loop_by_lane(float* x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = grow(x[i], static_cast<int>(i % 32));  // 0 to 31 turns in each warp: it turns as often as its longest lane
}

__global__ void loop_by_warp(float* x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = grow(x[i], static_cast<int>(i / 32));  // 0 turns in the first warp, 31 in the last
}

int main() {
  float* x = nullptr;
  check(cudaMalloc(&x, kThreads * sizeof(float)));
  check(cudaMemset(x, 0, kThreads * sizeof(float)));
  branch_by_lane<<<kThreads / kBlock, kBlock>>>(x, kTurns);
  branch_by_warp<<<kThreads / kBlock, kBlock>>>(x, kTurns);
  no_branch<<<kThreads / kBlock, kBlock>>>(x, kTurns);
  loop_by_lane<<<kThreads / kBlock, kBlock>>>(x);
  loop_by_warp<<<kThreads / kBlock, kBlock>>>(x);
  check(cudaDeviceSynchronize());
  check(cudaFree(x));
}
