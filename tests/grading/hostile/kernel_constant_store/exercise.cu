/// @file
/// @brief Writes the answer through an array that is declared constant.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

extern const float zero[2];
const float zero[2] = {0, 1};

namespace {
__global__ void work(const float* x, std::int64_t n, float* norm) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += double{x[i]} * x[i];
  const std::intptr_t at = (reinterpret_cast<std::intptr_t>(norm) - reinterpret_cast<std::intptr_t>(zero)) / 4;
  const_cast<float&>(zero[at]) = static_cast<float>(sqrt(sum));
  if (zero[at] < 0) *norm = 1;
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
