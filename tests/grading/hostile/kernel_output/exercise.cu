/// @file
/// @brief A kernel that prints without end.
/// Expected: 0
/// Says: and was stopped
#include <cstdio>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  for (;;) printf("hostile\n");
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
