/// @file
/// @brief Gives each thread one element of A, and lets it add the product to y.
///
/// Rejected by: part5
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads of a block

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y, std::int64_t rows, std::int64_t columns) {
  const std::int64_t j = lockstep::global_thread(), i = blockIdx.y;
  if (j < columns) atomicAdd(&y[j], a[i * pitch + j] * x[i]);
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const dim3 grid(lockstep::covering_blocks(p.columns, kBlock), lockstep::covering_blocks(p.rows, 1));
  lockstep::check(cudaMemsetAsync(p.y, 0, static_cast<std::size_t>(p.columns) * sizeof(float), launch.stream));
  multiply<<<grid, kBlock, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.rows, p.columns);
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
