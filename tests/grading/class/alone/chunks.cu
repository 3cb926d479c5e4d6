#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];
  // Each block takes a chunk of its own.
  const std::int64_t chunk = (n + gridDim.x - 1) / gridDim.x;
  const std::int64_t begin = chunk * blockIdx.x;
  const std::int64_t end = begin + chunk < n ? begin + chunk : n;
  double acc = 0;
  for (std::int64_t j = begin + threadIdx.x; j < end; j += kBlock) acc += (double)x[j] * x[j];
  sums[threadIdx.x] = acc;
  for (unsigned stride = 1; stride < kBlock; stride *= 2) {
    __syncthreads();
    const unsigned left = 2 * stride * threadIdx.x;
    if (left + stride < kBlock) sums[left] += sums[left + stride];
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double length = 0;
  for (unsigned i = 0; i < count; i += 1) length = length + partial[i];
  *norm = static_cast<float>(sqrt(length));
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
