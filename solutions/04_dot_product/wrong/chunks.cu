/// @file
/// @brief Gives each thread a stretch of its own, so that the lanes of a warp read far apart.
///
/// Rejected by: part5
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 1056;  // blocks, if there is work for as many: 8 for each multiprocessor of an H100

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];
  double sum = 0;
  const std::int64_t each = lockstep::ceil_div(n, lockstep::grid_threads()), begin = lockstep::global_thread() * each;
  for (std::int64_t i = begin; i < begin + each && i < n; ++i) {
    const double element = x[i];
    sum += element * element;
  }
  sums[threadIdx.x] = sum;
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double sum = 0;
  for (unsigned i = 0; i < count; ++i) sum += partial[i];
  *norm = static_cast<float>(sqrt(sum));
}

void run(const Norm::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  double* partial = launch.scratch<double>(grid);

  add_squares<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  take_root<<<1, 1, 0, launch.stream>>>(partial, grid, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
