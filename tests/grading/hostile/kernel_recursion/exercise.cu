/// @file
/// @brief A kernel that calls itself without end.
/// Expected: 0
/// Says: 
__attribute__((noinline)) int deeper(int n, volatile int* zero) { return *zero != 0 ? 0 : deeper(n + 1, zero) + 1; }
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  volatile int zero = 0;
  norm[0] = static_cast<float>(deeper(0, &zero));
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
