/// @file
/// @brief Give each thread one row of C, as you would give rows to the cores of a CPU.
///
/// Change from v0: as many threads as rows, each with a partial sum; a second kernel adds those.
/// Look at: `./lockstep run 02 --kernel v1 --lines`: the sectors of the line that reads A and B,
/// and of the line that writes C.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "norm.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void add(const MatrixAdd::Device p, float* partial) {
  const std::int64_t row = lockstep::global_thread();
  // The last block hangs over the last row.
  if (row >= p.height) return;

  float sum = 0;
  for (std::int64_t column = 0; column < p.width; ++column) {
    // Neighbouring lanes take A and C a row apart: 32 sectors. They take B side by side: 4.
    const float c = p.a[row * p.pitch + column] + p.b[column * p.b_pitch + row];
    p.c[row * p.pitch + column] = c;
    sum += c * c;
  }
  partial[row] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.height, block);
  float* partial = launch.scratch<float>(static_cast<std::size_t>(p.height));

  add<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  // Starts when the last block of add has ended.
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, p.height, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "a thread adds a row", run};

}  // namespace
