/// @file
/// @brief Exercise 04, solved: the length ‖x‖ = √(Σ xᵢ²) of a vector.
///
/// The squares are doubles from the start: a double holds the square of every float, and the sum of as many as fit in memory. To scale
/// the elements by the largest first, as LAPACK does, would read them twice; the memory is the limit here, and the arithmetic is free.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 1056;  // blocks, if there is work for as many: 8 for each multiprocessor of an H100

__global__ void add_squares(const float* x, std::int64_t n, double* partial) {
  __shared__ double sums[kBlock];  // one for each thread of the block
  double sum = 0;
  const auto* quads = reinterpret_cast<const float4*>(x);  // cudaMalloc aligns x to 256 bytes
#pragma unroll 4                                           // four loads of 16 bytes are on their way at once: the memory is far
  for (std::int64_t i = lockstep::global_thread(); i < n / 4; i += lockstep::grid_threads()) {
    const float4 quad = quads[i];  // neighbours read neighbours: coalesced
    // In double: as a float the square of 1e30 is infinite, that of 1e-30 zero.
    sum += double{quad.x} * quad.x + double{quad.y} * quad.y + double{quad.z} * quad.z + double{quad.w} * quad.w;
  }
  for (std::int64_t i = n / 4 * 4 + lockstep::global_thread(); i < n; i += lockstep::grid_threads())  // the last three at most
    sum += double{x[i]} * x[i];
  sums[threadIdx.x] = sum;
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();  // the upper half's sums must be there before the lower half reads them
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];  // side by side: no bank twice
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
  take_root<<<1, 1, 0, launch.stream>>>(partial, grid, p.norm);  // starts when every block of add_squares is done
  lockstep::check_launch();
}

const Version version{__FILE__, "the length of a vector", run};

}  // namespace
