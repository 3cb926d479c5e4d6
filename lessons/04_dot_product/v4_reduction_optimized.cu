/// @file
/// @brief Keep the memory busy: 16-byte loads, several in flight, sums in registers, and one wave of blocks.
///
/// Change from v3: a thread asks for 4 × 4 elements of each vector before it uses the first; warps add by shuffles, with one barrier
/// in place of a tree of them; the grid is as many blocks as the GPU holds at once.
/// Look at: `./lockstep run 04 --kernel v3,v4`: *barriers* and *wavefronts*, a small part of v3's; the bandwidth on a GPU.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_partials(const float* partial, unsigned count, float* sum) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float share = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) share += partial[i];
  const float total = lockstep::block_sum(share, warp_sums);
  if (threadIdx.x == 0) *sum = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, lockstep::one_wave(dot, block)));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);  // starts when every block of dot is done
  lockstep::check_launch();
}

const Version version{__FILE__, "16-byte loads, several in flight; warps add by shuffles; one wave of blocks", run};

}  // namespace
