/// @file
/// @brief A kernel that does not end.
/// Expected: 0
/// Says: wait for a value in memory
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  volatile float* waited_for = norm;
  while (*waited_for != 1) {
  }
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
