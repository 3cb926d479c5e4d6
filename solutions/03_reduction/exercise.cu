/// @file
/// @brief Exercise 03, solved: the mean m and the mean squared error Σ (xᵢ − m)² / n, in one pass.
///
/// The error does not change if the same number is subtracted from all elements. Without that,
/// Σ xᵢ² / n and m² may be two large numbers that differ only in their last digits. x₀ serves: it
/// is one of the elements, so the square of its distance from m is at most n times the error. Of a
/// double's 53 bits at most log₂ n are lost, wherever the numbers lie. (Welford's method loses
/// none, but divides for each element.)
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 528;   // blocks, if there is work for as many

/// The two sums that lead to both answers: Σ (xᵢ − m)² = Σ xᵢ² − n m².
struct Sums {
  double values = 0, squares = 0;
};

/// Adds the sums of the block's threads. @return the total, in thread 0
__device__ Sums add_in_block(Sums own) {
  __shared__ double values[kBlock], squares[kBlock];  // one of each for each thread of the block
  values[threadIdx.x] = own.values;
  squares[threadIdx.x] = own.squares;
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();  // the upper half's sums must be there before the lower half reads them
    if (threadIdx.x < half) {  // side by side: whole warps add or rest, and no bank is asked twice
      values[threadIdx.x] += values[threadIdx.x + half];
      squares[threadIdx.x] += squares[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) own = {values[0], squares[0]};  // thread 0 wrote them itself: no barrier
  return own;
}

__global__ void add(const float* x, std::int64_t n, Sums* partial) {
  Sums own;
  const double first = x[0];
  // Some threads may have no element.
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) {
    // Neighbours read neighbours. The difference of two floats that are close is exact in a double.
    const double distance = x[i] - first;
    own.values += distance;
    own.squares += distance * distance;
  }
  own = add_in_block(own);
  if (threadIdx.x == 0) partial[blockIdx.x] = own;
}

__global__ void finish(const Sums* partial, unsigned blocks, const float* x, std::int64_t n,
                       float* mean, float* error) {
  Sums own;
  for (unsigned i = threadIdx.x; i < blocks; i += kBlock) {
    own.values += partial[i].values;
    own.squares += partial[i].squares;
  }
  own = add_in_block(own);
  if (threadIdx.x != 0) return;
  const auto count = static_cast<double>(n);
  const double from_first = own.values / count;
  *mean = static_cast<float>(x[0] + from_first);
  *error = static_cast<float>(own.squares / count - from_first * from_first);
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  Sums* partial = launch.scratch<Sums>(grid);

  add<<<grid, kBlock, 0, launch.stream>>>(p.x, p.n, partial);
  lockstep::check_launch();
  // Starts when every block of add is done.
  finish<<<1, kBlock, 0, launch.stream>>>(partial, grid, p.x, p.n, p.mean, p.error);
  lockstep::check_launch();
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
