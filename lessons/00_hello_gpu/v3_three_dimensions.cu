/// @file
/// @brief Blocks and grids of three dimensions: the matrix as a pile of slices.
///
/// Change from v2: the rows are dealt out to slices of 16, and a thread has a column, a row of its slice, and a slice.
/// Look at: `./lockstep run 00 --kernel v3 --profile`: the grid and the block have three sides.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kColumns = 32, kSlices = 2;
constexpr std::int64_t kRows = 16;  // of a slice

__global__ void number_elements(std::int64_t* number, std::int64_t width, std::int64_t height) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row_of_slice = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::int64_t slice = std::int64_t{blockIdx.z} * blockDim.z + threadIdx.z;
  const std::int64_t row = slice * kRows + row_of_slice;
  // The second test keeps a thread out of the next slice's rows, which are another thread's.
  if (column < width && row_of_slice < kRows && row < height) number[row * width + column] = row * width + column;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned threads = launch.whole_warps_block_or(kBlock);
  const unsigned slices = threads % (kColumns * kSlices) == 0 ? kSlices : 1;
  const dim3 block(kColumns, threads / kColumns / slices, slices);
  const dim3 grid(lockstep::covering_blocks(p.width, block.x), lockstep::covering_blocks(kRows, block.y),
                  lockstep::covering_blocks(lockstep::ceil_div(p.height, kRows), block.z, lockstep::kMostBlocksYZ));

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.width, p.height);
  lockstep::check_launch();
}

const Version version{__FILE__, "a grid of blocks with x, y and z: the matrix as a pile of slices", run};

}  // namespace
