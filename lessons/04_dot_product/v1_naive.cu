/// @file
/// @brief Give each thread one chunk of the vectors, as you would each core of a CPU.
///
/// Change from v0: thousands of threads, each with a partial sum. A second kernel, of one thread,
/// adds the partial sums.
/// Look at: `./lockstep run 04 --kernel v0,v1`: *sectors a load*; on a GPU, the bandwidth.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  const std::int64_t length = (n + lockstep::grid_threads() - 1) / lockstep::grid_threads();
  const std::int64_t first = lockstep::global_thread() * length;
  // The length is rounded up: the last chunks are shorter, or empty.
  const std::int64_t last = min(first + length, n);
  float sum = 0;
  // Neighbouring threads read far apart: the 32 lanes of a warp touch 32 sectors.
  for (std::int64_t i = first; i < last; ++i) sum += a[i] * b[i];
  partial[lockstep::global_thread()] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* result) {
  float total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += partial[i];
  *result = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, block, kGrid));
  const std::int64_t threads = std::int64_t{grid} * block;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(threads));

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  // Starts when every thread of dot is done: work in one stream runs in order.
  add_partials<<<1, 1, 0, launch.stream>>>(partial, threads, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, "each thread adds one chunk; one thread adds their sums", run};

}  // namespace
