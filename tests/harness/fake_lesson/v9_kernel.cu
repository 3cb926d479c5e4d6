/// @file
/// @brief Right, by a kernel with the launch shape that was asked for.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

__global__ void copy(const float* x, float* y, std::int64_t n) {
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) y[i] = x[i];
}

void run(const CopyArray::Device& p, const Launch& launch) {
  launch.note("elements", std::to_string(p.n));
  copy<<<launch.grid_or(4), launch.block_or(64), 0, launch.stream>>>(p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "a grid-stride loop", run};

}  // namespace
