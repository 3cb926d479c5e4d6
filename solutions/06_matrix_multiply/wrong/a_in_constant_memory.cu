/// @file
/// @brief A is copied into constant memory, and no tile is in shared memory.
///
/// Rejected by: part5
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__constant__ float all[16384];

__global__ void touch(const float* a, std::int64_t n, float* c) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  float v = i < n ? a[i] : 0;
  if (v == 12345.678F) c[0] = 0;
}

__global__ void naive(const RowProducts::Device p) {
  const std::int64_t row = blockIdx.y, column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (column > row) return;
  float sum = 0;
  for (std::int64_t l = 0; l < p.k; ++l) sum += all[row * p.k + l] * all[column * p.k + l];
  p.c[row * p.n + column] = sum;
}

void run(const RowProducts::Device& p, const Launch& launch) {
  launch.refuse_grid();
  cudaMemcpyToSymbolAsync(all, p.a, p.n * p.k * sizeof(float), 0, cudaMemcpyDeviceToDevice,
                          launch.stream);
  touch<<<static_cast<unsigned>((p.n * p.k + 255) / 256), 256, 0, launch.stream>>>(p.a, p.n * p.k,
                                                                                   p.c);
  naive<<<dim3(static_cast<unsigned>((p.n + 31) / 32), static_cast<unsigned>(p.n)), 32, 0,
          launch.stream>>>(p);
}

const Version version{__FILE__, "the products of a matrix's rows", run};

}  // namespace
