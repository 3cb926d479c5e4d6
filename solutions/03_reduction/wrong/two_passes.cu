/// @file
/// @brief Finds the mean first, and reads all elements again for the error.
///
/// Rejected by: part5
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 528;   // blocks, if there is work for as many

struct Sums {
  double values = 0, squares = 0;
};

__device__ Sums add_in_block(Sums own) {
  __shared__ double values[kBlock], squares[kBlock];
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

__global__ void add(const float* x, std::int64_t n, const float* mean, Sums* partial) {
  Sums own;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) {
    const double distance = double{x[i]} - double{*mean};
    own.values += x[i];
    own.squares += distance * distance;
  }
  own = add_in_block(own);
  if (threadIdx.x == 0) partial[blockIdx.x] = own;
}

__global__ void finish(const Sums* partial, unsigned blocks, std::int64_t n, float* mean, float* error) {
  Sums own;
  for (unsigned i = threadIdx.x; i < blocks; i += kBlock) {
    own.values += partial[i].values;
    own.squares += partial[i].squares;
  }
  own = add_in_block(own);
  if (threadIdx.x != 0) return;
  const auto count = static_cast<double>(n);
  *mean = static_cast<float>(own.values / count);
  const double off = own.values / count - double{*mean};
  *error = static_cast<float>(own.squares / count - off * off);
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  Sums* partial = launch.scratch<Sums>(grid);
  lockstep::check(cudaMemsetAsync(p.mean, 0, sizeof(float), launch.stream));
  for (int pass = 0; pass < 2; ++pass) {
    add<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, p.mean, partial);
    lockstep::check_launch();
    finish<<<1, kBlock, 0, launch.stream>>>(partial, grid, p.n, p.mean, p.error);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
