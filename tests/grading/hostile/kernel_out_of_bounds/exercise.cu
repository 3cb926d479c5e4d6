/// @file
/// @brief Writes all over the memory.
/// Expected: 0
/// Says: 
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  for (long i = -(1L << 30); i < 1L << 30; i += 64) norm[i] = 1;
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
