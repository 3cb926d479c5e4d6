/// @file
/// @brief Has the runtime copy two rows in the host's memory, the second of them far away.
/// Expected: 0
/// Says: outside of its own variables
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
char own[1 << 16];
void attack() {
  char from[64] = {};
  cudaMemcpy2D(own, 1 << 18, from, 8, 8, 2, cudaMemcpyHostToHost);
}
// The solution stands here.
