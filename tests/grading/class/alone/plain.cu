#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];
  double local = 0;
  for (std::int64_t idx = lockstep::global_thread(); idx < n; idx += lockstep::grid_threads()) {
    double d = x[idx];
    local += d * d;
  }
  sums[threadIdx.x] = local;
  __syncthreads();
  for (unsigned offset = kBlock / 2; offset != 0; offset /= 2) {
    if (threadIdx.x < offset) sums[threadIdx.x] += sums[threadIdx.x + offset];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  if (threadIdx.x == 0) {
    double result = 0;
    for (unsigned i = 0; i < count; i++) result += partial[i];
    *norm = (float)sqrt(result);
  }
}

void run(const Norm::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  double* partial = launch.scratch<double>(grid);

  add_squares<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  // Starts when every block of add_squares is done.
  take_root<<<1, 1, 0, launch.stream>>>(partial, grid, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
