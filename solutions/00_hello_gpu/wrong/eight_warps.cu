/// @file
/// @brief Eight warps of the whole grid do all the work, however large it is.
///
/// Rejected by: part2
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__global__ void square(const float* in, float* out, std::int64_t n) {
  const std::int64_t t = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (t < 256)
    for (std::int64_t i = t; i < n; i += 256) out[i] = in[i] * in[i];
}

void run(const Squares::Device& p, const Launch& launch) {
  launch.refuse_grid();
  square<<<static_cast<unsigned>((p.n + 255) / 256), 256, 0, launch.stream>>>(p.in, p.out, p.n);
}

const Version version{__FILE__, "the square of each element", run};

}  // namespace
