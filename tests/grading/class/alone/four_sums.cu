#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 128;
constexpr unsigned kGrid = 528;

__device__ double squared(float f) { return double(f) * double(f); }

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];
  double a = 0, b = 0, c = 0, d = 0;
  const std::int64_t all = lockstep::grid_threads();
  std::int64_t i = lockstep::global_thread();
  for (; i + 3 * all < n; i += 4 * all) {
    a += squared(x[i]);
    b += squared(x[i + all]);
    c += squared(x[i + 2 * all]);
    d += squared(x[i + 3 * all]);
  }
  for (; i < n; i += all) a += squared(x[i]);
  sums[threadIdx.x] = (a + b) + (c + d);
  for (unsigned active = kBlock; active > 1;) {
    active /= 2;
    __syncthreads();
    const bool adds = threadIdx.x < active;
    const double other = adds ? sums[threadIdx.x + active] : 0.0;
    if (adds) sums[threadIdx.x] = sums[threadIdx.x] + other;
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = *sums;
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double s = partial[0];
  for (unsigned k = 1; k != count; ++k) s += partial[k];
  *norm = static_cast<float>(sqrt(s));
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
