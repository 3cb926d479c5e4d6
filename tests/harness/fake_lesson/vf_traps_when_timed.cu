/// @file
/// @brief Right in the first run on a bench; later its kernel traps, after which the device is of no more use to the program.
#include "first_run.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

__global__ void copy(const float* x, float* y, std::int64_t n, bool survives) {
  if (!survives) __trap();
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) y[i] = x[i];
}

void run(const CopyArray::Device& p, const Launch& launch) {
  copy<<<launch.grid_or(4), launch.block_or(64), 0, launch.stream>>>(p.x, p.y, p.n, is_first_run(launch));
  lockstep::check_launch();
}

const Version version{__FILE__, "ends the context, later", run};

}  // namespace
