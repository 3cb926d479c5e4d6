/// @file
/// @brief Add on the GPU as the CPU does: one thread, and one element after the other.
///
/// Beside v1: the same n − 1 additions, in a chain instead of a tree. The slides begin here.
/// Look at: `./lockstep run 03 --kernel one_thread,v1`: *active lanes*, 1 of 32, and *sectors a
/// load*. On a GPU, the time.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

__global__ void reduce(const float* x, std::int64_t n, float* result) {
  float sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += x[i];
  *result = sum;
}

void run(const Reduction::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(1);

  reduce<<<1, 1, 0, launch.stream>>>(p.x, p.n, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, "one thread adds all elements, one after the other", run};

}  // namespace
