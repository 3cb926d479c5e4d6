/// @file
/// @brief Adds floats: of the numbers near 8388608 no square keeps its last places.
///
/// Rejected by: part3
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 528;   // blocks, if there is work for as many

struct Sums {
  float values = 0, squares = 0;
};

__device__ Sums add_in_block(Sums own) {
  __shared__ float values[kBlock], squares[kBlock];
  values[threadIdx.x] = own.values;
  squares[threadIdx.x] = own.squares;
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      values[threadIdx.x] += values[threadIdx.x + half];
      squares[threadIdx.x] += squares[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) own = {values[0], squares[0]};
  return own;
}

__global__ void add(const float* x, std::int64_t n, Sums* partial) {
  Sums own;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) {
    const float distance = x[i];
    own.values += distance;
    own.squares += distance * distance;
  }
  own = add_in_block(own);
  if (threadIdx.x == 0) partial[blockIdx.x] = own;
}

__global__ void finish(const Sums* partial, unsigned blocks, const float* x, std::int64_t n, float* mean, float* error) {
  Sums own;
  for (unsigned i = threadIdx.x; i < blocks; i += kBlock) {
    own.values += partial[i].values;
    own.squares += partial[i].squares;
  }
  own = add_in_block(own);
  if (threadIdx.x != 0) return;
  const auto count = static_cast<float>(n);
  const float from_first = own.values / count;
  *mean = static_cast<float>(from_first);
  *error = static_cast<float>(own.squares / count - from_first * from_first);
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  Sums* partial = launch.scratch<Sums>(grid);

  add<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  finish<<<1, kBlock, 0, launch.stream>>>(partial, grid, p.x, p.n, p.mean, p.error);
  lockstep::check_launch();
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
