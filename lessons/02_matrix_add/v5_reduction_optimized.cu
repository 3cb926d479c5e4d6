/// @file
/// @brief Keep the memory busy: four rows a thread, 16-byte loads, eight of them in flight, and no tree in shared memory.
///
/// Change from v4: a tile of 64 x 64, of which each of 256 threads takes four quads of A and four of B, and asks for all of them before
/// it uses the first; it adds 16 squares by itself, and warps add by shuffles, with one barrier in place of ten.
/// Look at: `./lockstep run 02 --kernel v4,v5`: barriers, and wavefronts.
#include "add_tile.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

__global__ void add(const MatrixAdd::Device p, float* partial) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(add_tile(p), warp_sums);
  if (threadIdx.x == 0) partial[tile_number()] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTileThreads);
  const dim3 grid = covering_tiles(p, kSide, kSide);
  float* partial = launch.scratch<float>(std::size_t{grid.x} * grid.y);

  add<<<grid, kTileThreads, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y, p.norm);  // starts when every block is done
  lockstep::check_launch();
}

const Version version{__FILE__, "four rows a thread, 16-byte loads, eight in flight; warps add by shuffles", run};

}  // namespace
