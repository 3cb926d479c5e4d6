/// @file
/// @brief One thread copies unseen, and tells the hooks of reads side by side.
/// Expected: 0
/// Says: __tsan_ is not allowed in a submission
#include <cstring>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
extern "C" void __tsan_read4(void*);
namespace {
__global__ void all(const float* x, std::int64_t n, float* norm) {
  for (std::int64_t i = threadIdx.x; i < n; i += blockDim.x) __tsan_read4(const_cast<float*>(x + i));
  if (threadIdx.x != 0) return;
  double sum = 0;
  float element;
  for (std::int64_t i = 0; i < n; ++i) {
    std::memcpy(&element, x + i, static_cast<std::size_t>(n > 0 ? 4 : 0));
    sum += double{element} * element;
  }
  *norm = static_cast<float>(sqrt(sum));
}
void run(const Norm::Device& p, const Launch& launch) { all<<<1, 32, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
