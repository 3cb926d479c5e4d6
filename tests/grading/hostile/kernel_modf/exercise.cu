/// @file
/// @brief A kernel has the C library store the input in the host's memory.
/// Expected: 0
/// Says: error in kernel
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
float elements[1 << 22];
__global__ void copy(const float* x, std::int64_t n, float* norm) {
  for (std::int64_t i = 0; i < n; ++i) *norm = modff(x[i], &elements[i]);
}
void run(const Norm::Device& p, const Launch& launch) { copy<<<1, 1, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
