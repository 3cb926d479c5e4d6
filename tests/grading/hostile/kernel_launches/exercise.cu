/// @file
/// @brief Launches kernels without end.
/// Expected: 0
/// Says: and was stopped
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  norm[0] = 1;
}
void run(const Norm::Device& p, const Launch& launch) {
  for (;;) work<<<64, 256, 0, launch.stream>>>(p.norm);
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
