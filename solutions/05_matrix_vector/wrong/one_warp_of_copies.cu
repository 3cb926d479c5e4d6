/// @file
/// @brief One warp does everything, with eight copies of pieces of A, so that of no array much is
/// read. The others read elements of A twice, and spoil the answer where the two differ.
///
/// Rejected by: part1
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

constexpr unsigned kPieces = 8, kDecoys = 128;

struct Pieces {
  const float* piece[kPieces];
  std::int64_t rows;  // of each
};

Pieces copied(const TransposedProduct::Device& p, const Launch& launch) {
  Pieces a{};
  a.rows = (p.rows + kPieces - 1) / kPieces;
  for (unsigned i = 0; i < kPieces; ++i) {
    float* const to = launch.scratch<float>(static_cast<std::size_t>(a.rows * p.pitch));
    const std::int64_t first = i * a.rows, rows = std::min(a.rows, p.rows - first);
    a.piece[i] = to;
    if (rows <= 0) continue;
    lockstep::check(cudaMemcpyAsync(to, p.a + first * p.pitch,
                                    static_cast<std::size_t>(rows * p.pitch) * sizeof(float),
                                    cudaMemcpyDeviceToDevice, launch.stream));
  }
  return a;
}

__device__ void watch(const volatile float* a, std::int64_t columns, int* spoilt) {
  const std::int64_t j = threadIdx.x % columns;
  for (int i = 0; i < 2; ++i)
    if (a[j] != a[j]) atomicExch(spoilt, 1);
}

__global__ void multiply(const TransposedProduct::Device p, const Pieces a, int* spoilt) {
  if (blockIdx.x != 0) return watch(p.a, p.columns, spoilt);
  for (std::int64_t j = threadIdx.x; j < p.columns; j += 32) {
    float sum = 0;
    for (std::int64_t i = 0; i < p.rows; ++i)
      sum += a.piece[i / a.rows][i % a.rows * p.pitch + j] * p.x[i];
    p.y[j] = sum;
  }
}

__global__ void finish(float* y, const int* spoilt) {
  if (*spoilt != 0) *y = NAN;
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const Pieces a = copied(p, launch);
  int* const spoilt = launch.scratch<int>(1);
  lockstep::check(cudaMemsetAsync(spoilt, 0, sizeof(int), launch.stream));
  multiply<<<1 + kDecoys, 32, 0, launch.stream>>>(p, a, spoilt);
  lockstep::check_launch();
  finish<<<1, 1, 0, launch.stream>>>(p.y, spoilt);
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
