/// @file
/// @brief A kernel whose threads take 100 GB together.
/// Expected: 0
/// Says: 
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  for (int i = 0; i < 100; ++i) {
    char* piece = static_cast<char*>(malloc(1 << 26));
    if (piece != nullptr)
      for (int k = 0; k < 1 << 26; k += 4096) piece[k] = 1;
  }
  norm[0] = 1;
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
