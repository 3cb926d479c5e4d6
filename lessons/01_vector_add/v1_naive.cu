/// @file
/// @brief Cut the vectors into one contiguous chunk for each thread, as for the cores of a CPU.
///
/// Change from v0: 61440 threads instead of one. Each has a chunk and leaves a partial sum. A
/// second kernel, of one thread, adds the partial sums.
/// Look at: `./lockstep run 01 --kernel v1 --lines`: a load of a warp touches 32 sectors.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  const std::int64_t threads = lockstep::grid_threads();
  const std::int64_t chunk = (n + threads - 1) / threads;
  const std::int64_t first = lockstep::global_thread() * chunk;
  // The chunk's length is rounded up, so the last chunks are shorter, or empty.
  const std::int64_t last = min(first + chunk, n);
  float sum = 0;
  for (std::int64_t i = first; i < last; ++i) {
    const float x = a[i] + b[i];
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
  // Same stream: it begins when all of `add` is done.
  add_partials<<<1, 1, 0, launch.stream>>>(partial, threads, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a chunk for each thread; one thread adds the partial sums", run};

}  // namespace
