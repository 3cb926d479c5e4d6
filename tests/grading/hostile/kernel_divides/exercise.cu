/// @file
/// @brief A kernel calls the compiler's own division of 128 bits, which stores the rest in the host's memory.
/// Expected: 0
/// Says: wrote to host memory
#include <cstdlib>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

using Wide = unsigned __int128;
extern "C" __host__ __device__ Wide __udivmodti4(Wide, Wide, Wide*);

namespace {
__global__ void copy(const float* x, std::int64_t n, Wide* rests) {
  for (std::int64_t i = 0; i < n; ++i) __udivmodti4(__float_as_uint(x[i]), ~Wide{0}, rests + i);
}
void run(const Norm::Device& p, const Launch& launch) {
  auto* const rests = static_cast<Wide*>(std::malloc(static_cast<std::size_t>(p.n) * sizeof(Wide)));
  copy<<<1, 1, 0, launch.stream>>>(p.x, p.n, rests);
  lockstep::check(cudaStreamSynchronize(launch.stream));
  std::free(rests);
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
