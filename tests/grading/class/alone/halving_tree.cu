#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];  // one for each thread of the block
  const unsigned t = threadIdx.x;
  double mine = 0.0;
  const std::int64_t step = static_cast<std::int64_t>(blockDim.x) * gridDim.x;
  std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + t;
  while (i < n) {
    const double v = x[i];
    mine += v * v;
    i += step;
  }
  sums[t] = mine;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) {
      sums[t] += sums[t + s];
    }
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = sums[0];
  }
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double total = 0.0;
  for (unsigned b = 0; b < count; b++) {
    total += partial[b];
  }
  norm[0] = static_cast<float>(sqrt(total));
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
