/// @file
/// @brief Exercise 04, solved: the length ‖x‖ = √(Σ xᵢ²) of a vector.
///
/// The squares are doubles from the start: a double holds the square of every float, and the sum of
/// as many as fit in memory. LAPACK scales the elements by the largest first. That would read them
/// twice; the memory is the limit here, and the arithmetic is free.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
// Blocks, if there is work for as many: 8 for each multiprocessor of an H100.
constexpr unsigned kGrid = 1056;

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];  // one for each thread of the block
  double sum = 0;
  // cudaMalloc aligns x to 256 bytes.
  const auto* quads = reinterpret_cast<const float4*>(x);
  // Four loads of 16 bytes are in flight at once.
#pragma unroll 4
  for (std::int64_t i = lockstep::global_thread(); i < n / 4; i += lockstep::grid_threads()) {
    const float4 quad = quads[i];  // neighbours read neighbours: coalesced
    // In double: as a float the square of 1e30 is infinite, that of 1e-30 zero.
    sum += double{quad.x} * quad.x + double{quad.y} * quad.y;
    sum += double{quad.z} * quad.z + double{quad.w} * quad.w;
  }
  // The last three at most.
  for (std::int64_t i = n / 4 * 4 + lockstep::global_thread(); i < n; i += lockstep::grid_threads())
    sum += double{x[i]} * x[i];
  sums[threadIdx.x] = sum;
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    // The upper half's sums must be there before the lower half reads them.
    __syncthreads();
    // Side by side: no bank twice.
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
  // Starts when every block of add_squares is done.
  take_root<<<1, 1, 0, launch.stream>>>(partial, grid, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
