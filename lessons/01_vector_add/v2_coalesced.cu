/// @file
/// @brief Let neighbouring threads take neighbouring elements: a grid-stride loop.
///
/// Change from v1: the loop. A thread begins at its own index and goes on by the number of threads.
/// Look at: `./lockstep run 01 --kernel v1,v2`: sectors a load, sectors a store, and bytes moved.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  const std::int64_t threads = lockstep::grid_threads();
  float sum = 0;
  // The last round is not full: some threads have no element in it.
  for (std::int64_t i = lockstep::global_thread(); i < n; i += threads) {
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
  add_partials<<<1, 1, 0, launch.stream>>>(partial, threads, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a grid-stride loop: neighbours take neighbouring elements", run};

}  // namespace
