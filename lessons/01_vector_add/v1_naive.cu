/// @file
/// @brief Cut the vectors into one contiguous chunk for each thread, as one would for the cores of a CPU.
///
/// Change from v0: 61440 threads in place of one, each with a chunk and a partial sum; a second kernel, of one thread, adds those.
/// Look at: `./lockstep run 01 --kernel v1 --lines`: a load or a store of a warp touches 32 sectors, where 4 would do.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  const std::int64_t chunk = (n + lockstep::grid_threads() - 1) / lockstep::grid_threads();
  const std::int64_t first = lockstep::global_thread() * chunk;
  const std::int64_t last = min(first + chunk, n);  // a chunk is rounded up, so that the last ones are shorter, or empty
  float sum = 0;
  for (std::int64_t i = first; i < last; ++i) {
    const float x = a[i] + b[i];  // the lanes of a warp are a chunk apart, each in a sector of its own
    c[i] = x;
    sum += x;
  }
  partial[lockstep::global_thread()] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* sum) {
  float total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += partial[i];
  *sum = total;
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));
  const std::int64_t threads = std::int64_t{grid} * block;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(threads));

  add<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.c, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, 1, 0, launch.stream>>>(partial, threads, p.sum);  // same stream: begins when all of add is done
  lockstep::check_launch();
}

const Version version{__FILE__, "a contiguous chunk for each thread; one thread adds the partial sums", run};

}  // namespace
