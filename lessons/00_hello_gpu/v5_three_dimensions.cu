/// @file
/// @brief Blocks and grids of three dimensions: the matrix as a pile of slices.
///
/// Change from v4: the matrix is cut into slices of 16 rows. A thread has a column, a slice, and
/// a row of the slice.
/// Look at: `./lockstep run 00 --kernel v5 --profile`: the grid and the block have three sides.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kColumns = 32;
constexpr unsigned kSlices = 2;     // of a block
constexpr std::int64_t kRows = 16;  // of a slice

__global__ void number_elements(std::int64_t* number, std::int64_t width, std::int64_t height) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row_of_slice = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::int64_t slice = std::int64_t{blockIdx.z} * blockDim.z + threadIdx.z;
  const std::int64_t row = slice * kRows + row_of_slice;
  const std::int64_t i = row * width + column;
  // The second test keeps a thread out of the next slice's rows, which belong to another thread.
  if (column < width && row_of_slice < kRows && row < height) number[i] = i;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned threads = launch.whole_warps_block_or(kBlock);
  const unsigned slices = threads % (kColumns * kSlices) == 0 ? kSlices : 1;
  const dim3 block(kColumns, threads / kColumns / slices, slices);
  const std::int64_t deep = lockstep::ceil_div(p.height, kRows);
  const unsigned across = lockstep::covering_blocks(p.width, block.x);
  const unsigned down = lockstep::covering_blocks(kRows, block.y);
  const unsigned back = lockstep::covering_blocks(deep, block.z, lockstep::kMostBlocksYZ);
  const dim3 grid(across, down, back);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.width, p.height);
  lockstep::check_launch();
}

const Version version{__FILE__, "blocks with x, y and z: a thread has a slice, too", run};

}  // namespace
