/// @file
/// @brief Copies more to a variable of the device's than it holds.
/// Expected: 0
/// Says: more than a variable
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
__device__ char own[64];
void attack() {
  char from[256] = {};
  lockstep::sim::copy_to_symbol({own, sizeof from}, from, sizeof from, 0, cudaMemcpyHostToDevice, false, nullptr);
}
// The solution stands here.
