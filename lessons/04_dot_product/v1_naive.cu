/// @file
/// @brief Give each thread one stretch of the vectors, as one would give each core of a CPU.
///
/// Change from v0: thousands of threads, each with a partial sum; a second kernel, of one thread, adds those.
/// Look at: `./lockstep run 04 --kernel v0,v1`: *sectors a load*, far above what lanes side by side would need; and the bandwidth on a GPU.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  const std::int64_t length = (n + lockstep::grid_threads() - 1) / lockstep::grid_threads();
  const std::int64_t first = lockstep::global_thread() * length;
  const std::int64_t last = min(first + length, n);  // the stretches are rounded up: the last ones are shorter, or empty
  float sum = 0;
  for (std::int64_t i = first; i < last; ++i) sum += a[i] * b[i];  // neighbours read far apart: a warp's 32 loads touch 32 sectors
  partial[lockstep::global_thread()] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* sum) {
  float total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += partial[i];
  *sum = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));
  const std::int64_t threads = std::int64_t{grid} * block;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(threads));

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, 1, 0, launch.stream>>>(partial, threads, p.sum);  // starts when every thread of dot is done
  lockstep::check_launch();
}

const Version version{__FILE__, "each thread adds one stretch, one thread adds the threads' sums", run};

}  // namespace
