/// @file
/// @brief Exercise 07: a picture blurred by a mask of 5 × 5 weights.
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on each other:
/// part1 right within the picture, part2 right at its borders, part3 every size, part4 no hazards, part5 the mask in constant memory,
/// part6 the pixels in shared memory. In each, kernels do all of the work, and warps share it.
/// Look at: exercise.hpp, which says what to compute; `./lockstep check 07`; and `./lockstep run 07 --exercise --lines`.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr int kWide = 32, kHigh = 8;     // threads of a block, and pixels that it blurs
constexpr int kReach = Blur::kSide / 2;  // pixels that the mask reaches to each side
// TODO(part5): room for the mask in constant memory.

__global__ void blur(const Blur::Device p) {
  // TODO(part1): which pixel is this thread's?
  // TODO(part6): load the block's pixels, and those that its masks reach beyond them, into shared memory, each once.
  // TODO(part3): is there a pixel for each thread?
  // TODO(part1): add the 25 products, round, and write the mean. Pixels beyond the border can wait: leave them out.
  // TODO(part2): which pixel stands for those beyond the border?
  // TODO(part5): unroll the loops: then the compiler knows which weight and which neighbour each step is about.
}

void run(const Blur::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kWide * kHigh);
  const dim3 block(kWide, kHigh);
  const dim3 grid(lockstep::covering_blocks(p.width, kWide), lockstep::covering_blocks(p.height, kHigh, lockstep::kMostBlocksYZ));
  // TODO(part5): fill the mask, in order with what else the stream does.
  blur<<<grid, block, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a blurred picture", run};

}  // namespace
