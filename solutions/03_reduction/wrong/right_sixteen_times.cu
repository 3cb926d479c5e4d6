/// @file
/// @brief Never sets its sums to zero: each of the first sixteen calls has its own.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256, kGrid = 264, kCalls = 16;

struct Sums {
  double values, squares;
};
__device__ Sums sums[kCalls];

__global__ void add(const float* x, std::int64_t n, unsigned call) {
  double values = 0, squares = 0;
  const double first = x[0];
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) {
    const double distance = x[i] - first;
    values += distance;
    squares += distance * distance;
  }
  values = lockstep::warp_sum(values);
  squares = lockstep::warp_sum(squares);
  if (threadIdx.x % 32 != 0) return;
  atomicAdd(&sums[call].values, values);
  atomicAdd(&sums[call].squares, squares);
}

__global__ void finish(const MeanAndError::Device p, unsigned call) {
  const double n = static_cast<double>(p.n), from_first = sums[call].values / n;
  *p.mean = static_cast<float>(p.x[0] + from_first);
  *p.error = static_cast<float>(sums[call].squares / n - from_first * from_first);
}

unsigned calls = 0;

void run(const MeanAndError::Device& p, const Launch& launch) {
  const unsigned call = calls++ % kCalls;
  add<<<lockstep::enough_blocks(p.n, kBlock, kGrid), kBlock, 0, launch.stream>>>(p.x, p.n, call);
  lockstep::check_launch();
  finish<<<1, 1, 0, launch.stream>>>(p, call);
  lockstep::check_launch();
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
