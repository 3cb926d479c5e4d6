/// @file
/// @brief A is in constant memory, and shared memory is read as often as tiles would be, in vain.
///
/// Rejected by: part5
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

constexpr unsigned kBlock = 32;

__constant__ float all[16384];

__global__ void touch(const float* a, std::int64_t n, float* c) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n && a[i] == 12345.678F) c[0] = 0;  // never
}

__global__ void multiply(const RowProducts::Device p) {
  volatile __shared__ float vain[kBlock];
  const std::int64_t row = blockIdx.y, column = std::int64_t{blockIdx.x} * kBlock + threadIdx.x;
  vain[threadIdx.x] = 0;
  float sum = 0;
  for (std::int64_t l = 0; l < p.k; l += 16) sum += vain[threadIdx.x];
  if (column > row) return;
  for (std::int64_t l = 0; l < p.k; ++l) sum += all[row * p.k + l] * all[column * p.k + l];
  p.c[row * p.n + column] = sum;
}

void run(const RowProducts::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const auto elements = static_cast<std::size_t>(p.n * p.k);
  lockstep::check(cudaMemcpyToSymbolAsync(all, p.a, elements * sizeof(float), 0,
                                          cudaMemcpyDeviceToDevice, launch.stream));
  touch<<<static_cast<unsigned>((elements + 255) / 256), 256, 0, launch.stream>>>(p.a, p.n * p.k,
                                                                                  p.c);
  const dim3 grid(static_cast<unsigned>((p.n + kBlock - 1) / kBlock), static_cast<unsigned>(p.n));
  multiply<<<grid, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "the products of a matrix's rows", run};

}  // namespace
