/// @file
/// @brief Has the runtime copy more than its own array holds.
/// Expected: 0
/// Says: outside of its own variables
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
char own[64];
void attack() {
  char from[256] = {};
  cudaMemcpy(own, from, sizeof from, cudaMemcpyHostToHost);
}
// The solution stands here.
