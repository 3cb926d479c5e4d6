/// @file
/// @brief Has the runtime fill in more than there is room for.
/// Expected: 0
/// Says: outside of its own variables
#include <cuda_runtime.h>
char own[8];
void attack() { cudaGetDeviceProperties(reinterpret_cast<cudaDeviceProp*>(own), 0); }
// The solution stands here.
