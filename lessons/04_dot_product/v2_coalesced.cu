/// @file
/// @brief Let the lanes of a warp read neighbouring elements, and use every byte of a sector.
///
/// Change from v1: a thread strides through the vectors by the number of threads; nothing else.
/// Look at: `./lockstep run 04 --kernel v1,v2`: *sectors a load*, and *moved/needed*.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  float sum = 0;
  // Neighbouring threads read neighbouring elements: the 32 lanes of a warp touch 4 sectors.
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    sum += a[i] * b[i];
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
  add_partials<<<1, 1, 0, launch.stream>>>(partial, threads, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, "neighbouring threads read neighbouring elements", run};

}  // namespace
