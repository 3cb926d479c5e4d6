// Floats alone, in pairs of a scale and a sum, as in LAPACK's slassq. Blocks of 96 threads. A
// device function that calls itself.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace lapack {

// Stands for scale² · sum.
struct Scaled {
  float scale = 0, sum = 1;
};

__device__ inline Scaled add(const Scaled& a, const Scaled& b) {
  if (a.scale == 0) return b;
  if (b.scale == 0) return a;
  if (a.scale < b.scale) return add(b, a);
  const float ratio = b.scale / a.scale;
  return {a.scale, a.sum + b.sum * ratio * ratio};
}

__device__ inline Scaled of(float x) { return {fabsf(x), 1}; }

}  // namespace lapack

namespace {

using lapack::Scaled;

constexpr unsigned kBlock = 96;
constexpr unsigned kGrid = 500;

__device__ Scaled shuffle_add(Scaled mine) {
  for (unsigned d = 16; d > 0; d /= 2) {
    Scaled other;
    other.scale = __shfl_down_sync(0xffffffff, mine.scale, d);
    other.sum = __shfl_down_sync(0xffffffff, mine.sum, d);
    mine = lapack::add(mine, other);
  }
  return mine;
}

__global__ void squares(const float* x, std::int64_t n, Scaled* partial) {
  __shared__ Scaled warps[kBlock / 32];
  Scaled mine;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    mine = lapack::add(mine, lapack::of(x[i]));
  mine = shuffle_add(mine);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0)
    partial[blockIdx.x] = lapack::add(lapack::add(warps[0], warps[1]), warps[2]);
}

__global__ void root(const Scaled* partial, unsigned count, float* norm) {
  Scaled mine;
  for (unsigned i = threadIdx.x; i < count; i += 32) mine = lapack::add(mine, partial[i]);
  mine = shuffle_add(mine);
  if (threadIdx.x == 0) *norm = mine.scale * sqrtf(mine.sum);
}

void run(const Norm::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  Scaled* partial = launch.scratch<Scaled>(grid);
  squares<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  root<<<1, 32, 0, launch.stream>>>(partial, grid, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
