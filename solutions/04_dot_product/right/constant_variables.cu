// Constants of the device: __device__ const, __device__ constexpr and __constant__ const variables.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256, kGrid = 1056;

__constant__ const int kDistances[] = {16, 8, 4, 2, 1};
__device__ constexpr double kNothing[] = {0.0, 0.0};
__device__ const double one = 1;

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double warps[kBlock / 32];
  double sum = kNothing[threadIdx.x % 2];
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) sum += double{x[i]} * x[i];
  for (const int distance : kDistances) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = 0;
  for (const double of_warp : warps) sum += of_warp;
  partial[blockIdx.x] = sum * one;
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double sum = kNothing[0];
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
