/// @file
/// @brief Copies the shared memory that the last block had.
/// Expected: 0
/// Says: outside of its own variables
#include <cuda_runtime.h>

#include <cstring>
__global__ void leave(const float** where) {
  __shared__ float left[32];
  left[threadIdx.x] = 1;
  *where = left;
}
void attack() {
  const float *left = nullptr, **where = nullptr;
  cudaMalloc(&where, sizeof *where);
  leave<<<1, 1>>>(where);
  cudaMemcpy(&left, where, sizeof left, cudaMemcpyDeviceToHost);
  float own[32];
  std::memcpy(own, left, sizeof own);
  cudaFree(where);
}
// The solution stands here.
