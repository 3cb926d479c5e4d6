/// @file
/// @brief Asks the runtime for an answer that no exercise needs.
/// Expected: 0
/// Says: it uses cudaGraphExecGetFlags
#include <cuda_runtime.h>
void attack() {
  unsigned long long flags = 0;
  cudaGraphExecGetFlags(nullptr, &flags);
}
// The solution stands here.
