/// @file
/// @brief Asks for so many local variables that the stack would lie where the input is.
/// Expected: 0
/// Says: exited with status 1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
__global__ void work(const float* x, std::int64_t n, float* norm) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  const char* const here = static_cast<char*>(__builtin_alloca(16));
  const float* const there = static_cast<float*>(__builtin_alloca(static_cast<std::size_t>(here - reinterpret_cast<const char*>(x))));
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += double{there[i]} * there[i];
  *norm = static_cast<float>(sqrt(sum));
}
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
