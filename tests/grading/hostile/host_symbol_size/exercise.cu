/// @file
/// @brief Asks for the size of a variable, to be written where the C library keeps its output.
/// Expected: 0
/// Says: outside of its own variables
#include <cuda_runtime.h>
#include <cstdio>
__device__ char own[64];
void attack() { cudaGetSymbolSize(reinterpret_cast<std::size_t*>(&stdout), own); }
// The solution stands here.
