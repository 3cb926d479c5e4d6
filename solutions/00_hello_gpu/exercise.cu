/// @file
/// @brief Exercise 00, solved: the square of each element of a vector, a thread for each element.
///
/// The loop of a CPU is gone: its counter is the thread's own index, and its condition is the
/// bounds test.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

/// Both arrays have n elements. Each element of out is to be the square of the same element of in.
__global__ void square(const float* in, float* out, std::int64_t n) {
  // In 64 bits: a vector may have more than 2^32 elements.
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // The last block may stick out beyond the end.
  if (i < n) out[i] = in[i] * in[i];
}

void run(const Squares::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.n, kBlock);  // n / 256, rounded up

  square<<<grid, kBlock, 0, launch.stream>>>(p.in, p.out, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "the square of each element", run};

}  // namespace
