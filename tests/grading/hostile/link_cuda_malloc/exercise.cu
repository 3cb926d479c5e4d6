/// @file
/// @brief Defines cudaMalloc, which gives no memory: the harness does not call it.
/// Expected: 11
/// Says: 
#include <cuda_runtime.h>
cudaError_t cudaMalloc(void** memory, std::size_t) {
  *memory = nullptr;
  return cudaSuccess;
}
// The solution stands here.
