// The kernel writes the blocks' sums into pinned host memory, and the host adds them. A
// std::unique_ptr owns that memory.
#include <cmath>
#include <memory>
#include <numeric>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;

struct FreeHost {
  void operator()(double* p) const { cudaFreeHost(p); }
};

std::unique_ptr<double[], FreeHost> pinned(std::size_t count) {
  double* p = nullptr;
  lockstep::check(
      cudaHostAlloc(reinterpret_cast<void**>(&p), count * sizeof(double), cudaHostAllocMapped));
  return std::unique_ptr<double[], FreeHost>(p);
}

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];
  double sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

void run(const Norm::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, 256));
  const auto partial = pinned(grid);
  add_squares<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial.get());
  lockstep::check_launch();
  lockstep::check(cudaStreamSynchronize(launch.stream));
  const auto norm =
      static_cast<float>(std::sqrt(std::accumulate(partial.get(), partial.get() + grid, 0.0)));
  lockstep::check(cudaMemcpy(p.norm, &norm, sizeof norm, cudaMemcpyHostToDevice));
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
