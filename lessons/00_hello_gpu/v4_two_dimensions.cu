/// @file
/// @brief Blocks and grids of two dimensions, for data that has rows and columns.
///
/// Change from v3: a thread has a column and a row, and a bounds test for each.
/// Look at: `./lockstep run 00 --kernel v3,v4`: *active lanes*: blocks stick out at the edges.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kColumns = 32;

__global__ void number_elements(std::int64_t* number, std::int64_t width, std::int64_t height) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::int64_t i = row * width + column;
  if (column < width && row < height) number[i] = i;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned threads = launch.whole_warps_block_or(kBlock);
  // x is the direction in which a warp lies: 32 neighbours in a row.
  const dim3 block(kColumns, threads / kColumns);
  const unsigned across = lockstep::covering_blocks(p.width, block.x);
  const unsigned down = lockstep::covering_blocks(p.height, block.y, lockstep::kMostBlocksYZ);
  const dim3 grid(across, down);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.width, p.height);
  lockstep::check_launch();
}

const Version version{__FILE__, "blocks with x and y: a thread has a column and a row", run};

}  // namespace
