/// @file
/// @brief Reads all elements through an array that is declared constant: the compiler tells nobody of what it reads there.
/// Expected: 0
/// Says: one warp makes
#include <cstdint>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

extern const float zero[2];
const float zero[2] = {0, 1};

namespace {
__global__ void work(const float* x, std::int64_t n, float* norm) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  const std::intptr_t at = (reinterpret_cast<std::intptr_t>(x) - reinterpret_cast<std::intptr_t>(zero)) / 4;
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += double{zero[at + i]} * zero[at + i];
  *norm = static_cast<float>(sqrt(sum));
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
