/// @file
/// @brief Keep the memory busy: 16-byte loads, several in flight; sums in registers; one partial sum a block.
///
/// Change from v3: a thread asks for 2 x 4 elements of each vector, and there are as many threads as that takes; warps add by shuffles,
/// so that one barrier is left; a block adds the partial sums.
/// Look at: `./lockstep run 01 --kernel v3,v4`: sectors a load, 16 of 16 in place of 4 of 4; barriers.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "thread_add.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_add(a, b, c, n), warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_partials(const float* partial, unsigned count, float* sum) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float share = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) share += partial[i];
  const float total = lockstep::block_sum(share, warp_sums);
  if (threadIdx.x == 0) *sum = total;
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(blocks_for(p.n, block));
  float* partial = launch.scratch<float>(grid);

  add<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.c, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);  // same stream: begins when all of add is done
  lockstep::check_launch();
}

const Version version{__FILE__, "16-byte loads, several in flight; warps add by shuffles", run};

}  // namespace
