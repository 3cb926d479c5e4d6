/// @file
/// @brief Reads all elements through an array of its own, at an index so large that it leads to the input.
/// Expected: 0
/// Says: the program exited with status 1
#include <cstdint>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
struct Two {
  float of[2];
};
__global__ void work(const float* x, std::int64_t n, float* norm) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  const Two own{{0, static_cast<float>(n)}};
  const std::intptr_t at = (reinterpret_cast<std::intptr_t>(x) - reinterpret_cast<std::intptr_t>(&own)) / 4;
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += double{own.of[at + i]} * own.of[at + i];
  *norm = static_cast<float>(sqrt(sum));
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
