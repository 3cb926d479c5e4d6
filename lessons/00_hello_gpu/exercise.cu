/// @file
/// @brief Exercise 00: the square of each element of a vector, with one thread for each element.
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on
/// each other: part1 one block, part2 many blocks, part3 every size, part4 neighbours take
/// neighbours. In each, kernels do all of the work, and warps share it.
/// Look at: `./lockstep check 00`, and `./lockstep run 00 --exercise --lines` for the counters
/// beside your lines.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

/// Both arrays have n elements. Each element of out is to be the square of the same element of in.
__global__ void square(const float* in, float* out, std::int64_t n) {
  // This runs once in every thread. No loop is needed: each thread has one element.
  // TODO(part1): which element is this thread's, in a block of 256? Write its square.
  // TODO(part2): and when there are many blocks?
  // TODO(part3): the last block is a whole one, even if only some of its threads have an element.
  // TODO(part4): do neighbouring threads write neighbouring elements?
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
