#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__device__ double add_up_warp(double value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double of_warps[kBlock / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  double sum = 0;
  for (std::int64_t at = lockstep::global_thread(); at < n; at += lockstep::grid_threads()) {
    const auto element = static_cast<double>(x[at]);
    sum = fma(element, element, sum);
  }
  sum = add_up_warp(sum);
  if (lane == 0) of_warps[warp] = sum;
  __syncthreads();
  if (warp != 0) return;
  sum = lane < kBlock / 32 ? of_warps[lane] : 0;
  sum = add_up_warp(sum);
  if (lane == 0) partial[blockIdx.x] = sum;
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double all = 0;
  while (count > 0) all += partial[--count];
  *norm = float(sqrt(all));
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
