// Welford's update in each thread. Chan's formula merges two results, whose members are shuffled.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256, kGrid = 528;

struct Stats {
  double count, mean, m2;
};

__device__ void push(Stats& s, double x) {
  s.count += 1;
  const double d = x - s.mean;
  s.mean += d / s.count;
  s.m2 += d * (x - s.mean);
}

__device__ Stats merge(const Stats& a, const Stats& b) {
  const double n = a.count + b.count;
  if (n == 0) return a;
  const double d = b.mean - a.mean;
  return {n, a.mean + d * b.count / n, a.m2 + b.m2 + d * d * a.count * b.count / n};
}

__device__ Stats merge_warp(Stats s) {
  for (int d = 16; d > 0; d /= 2) {
    Stats other;
    other.count = __shfl_down_sync(0xffffffff, s.count, d);
    other.mean = __shfl_down_sync(0xffffffff, s.mean, d);
    other.m2 = __shfl_down_sync(0xffffffff, s.m2, d);
    s = merge(s, other);
  }
  return s;
}

__device__ Stats merge_block(Stats s) {
  __shared__ Stats warps[kBlock / 32];
  s = merge_warp(s);
  if (lockstep::lane() == 0) warps[lockstep::warp()] = s;
  __syncthreads();
  if (lockstep::warp() == 0) {
    s = lockstep::lane() < kBlock / 32 ? warps[lockstep::lane()] : Stats{0, 0, 0};
    s = merge_warp(s);
  }
  return s;
}

__global__ void add(const float* x, std::int64_t n, Stats* partial) {
  Stats s{0, 0, 0};
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    push(s, x[i]);
  s = merge_block(s);
  if (threadIdx.x == 0) partial[blockIdx.x] = s;
}

__global__ void finish(const Stats* partial, unsigned blocks, float* mean, float* error) {
  Stats s{0, 0, 0};
  for (unsigned i = threadIdx.x; i < blocks; i += kBlock) s = merge(s, partial[i]);
  s = merge_block(s);
  if (threadIdx.x != 0) return;
  *mean = static_cast<float>(s.mean);
  *error = static_cast<float>(s.m2 / s.count);
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  Stats* partial = launch.scratch<Stats>(grid);
  add<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  finish<<<1, kBlock, 0, launch.stream>>>(partial, grid, p.mean, p.error);
  lockstep::check_launch();
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
