/// @file
/// @brief Launches more threads than there may be.
/// Expected: 0
/// Says: 1073741824 threads per block; the limit is 1024
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  norm[0] = 1;
}
void run(const Norm::Device& p, const Launch& launch) { work<<<1, 1 << 30, 0, launch.stream>>>(p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
