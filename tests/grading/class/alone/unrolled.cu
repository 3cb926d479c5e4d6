#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__device__ void tree(double* s, unsigned me) {
  if (kBlock >= 512 && me < 256) s[me] += s[me + 256];
  __syncthreads();
  if (kBlock >= 256 && me < 128) s[me] += s[me + 128];
  __syncthreads();
  if (kBlock >= 128 && me < 64) s[me] += s[me + 64];
  __syncthreads();
  if (me < 32) s[me] += s[me + 32];
  __syncthreads();
  if (me == 0)
    for (int k = 1; k < 32; ++k) s[0] += s[k];
}

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];
  sums[threadIdx.x] = 0;
  for (std::int64_t base = std::int64_t{blockIdx.x} * kBlock; base < n; base += std::int64_t{gridDim.x} * kBlock) {
    if (base + threadIdx.x >= n) break;
    const float f = x[base + threadIdx.x];
    sums[threadIdx.x] += static_cast<double>(f) * static_cast<double>(f);
  }
  __syncthreads();
  tree(sums, threadIdx.x);
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__global__ void take_root(const double* partial, unsigned count, float* norm) {
  double sum_of_all = 0.0;
  for (const double* p = partial; p != partial + count; ++p) sum_of_all += *p;
  *norm = static_cast<float>(sqrt(sum_of_all));
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
