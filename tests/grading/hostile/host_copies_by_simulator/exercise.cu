/// @file
/// @brief Calls the function that copies in kernels.
/// Expected: 0
/// Says: outside of its own variables
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
char own[64];
void attack() {
  char from[256] = {};
  lockstep::sim::copy_bytes(own, from, sizeof from);
}
// The solution stands here.
