/// @file
/// @brief As va_races, but only where the size is odd, as most ragged sizes are.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

__global__ void copy(const float* x, float* y, std::int64_t n) {
  __shared__ std::int64_t count;
  if (threadIdx.x == 0) count = n;
  if (n % 2 == 0) __syncthreads();
  for (std::int64_t i = lockstep::global_thread(); i < count; i += lockstep::grid_threads()) y[i] = x[i];
}

void run(const CopyArray::Device& p, const Launch& launch) {
  copy<<<launch.grid_or(4), launch.block_or(64), 0, launch.stream>>>(p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "a barrier is missing at odd sizes", run};

}  // namespace
