/// @file
/// @brief A thread writes over the return address of a function.
/// Expected: 0
/// Says: a function has changed where it returns to
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
__device__ __noinline__ void returns_elsewhere(std::uintptr_t to) {
  static_cast<volatile std::uintptr_t*>(__builtin_frame_address(0))[1] += to;
}
__global__ void work(const float*, std::int64_t n, float*) { returns_elsewhere(static_cast<std::uintptr_t>(n)); }
void run(const Norm::Device& p, const Launch& launch) { work<<<64, 256, 0, launch.stream>>>(p.x, p.n, p.norm); }
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
