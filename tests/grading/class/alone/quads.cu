#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];
  const float4* x4 = (const float4*)x;
  const std::int64_t quarter = n / 4;
  double total = 0;
  for (std::int64_t q = blockIdx.x * std::int64_t{kBlock} + threadIdx.x; q < quarter; q += gridDim.x * std::int64_t{kBlock}) {
    float4 v = x4[q];
    double x0 = v.x, x1 = v.y, x2 = v.z, x3 = v.w;
    total += x0 * x0;
    total += x1 * x1;
    total += x2 * x2;
    total += x3 * x3;
  }
  if (blockIdx.x == 0 && threadIdx.x < n % 4) {
    double rest = x[quarter * 4 + threadIdx.x];
    total += rest * rest;
  }
  sums[threadIdx.x] = total;
  __syncthreads();
  for (int width = kBlock / 2; width >= 32; width /= 2) {
    if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    double last = sums[threadIdx.x];
    last += __shfl_xor_sync(~0u, last, 16);
    last += __shfl_xor_sync(~0u, last, 8);
    last += __shfl_xor_sync(~0u, last, 4);
    last += __shfl_xor_sync(~0u, last, 2);
    last += __shfl_xor_sync(~0u, last, 1);
    if (threadIdx.x == 0) partial[blockIdx.x] = last;
  }
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double root = 0;
  for (unsigned block = 0; block < count; ++block) root += partial[block];
  root = sqrt(root);
  norm[0] = root;
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
