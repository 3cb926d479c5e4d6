/// @file
/// @brief Writes into the memory of the harness.
/// Expected: 0
/// Says: 
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
__global__ void work(float* norm) {
  const long place = reinterpret_cast<long>(&work);
  for (long i = -(1 << 20); i < 1 << 20; ++i) reinterpret_cast<volatile char*>(place)[i] = 0;
  norm[0] = 1;
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
