// No shared memory: the lanes of a warp load 32 elements of x, and pass them round by shuffles.
// Lambdas on the host.
#include <functional>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned FULL = 0xffffffffu;
constexpr int kBlock = 64, kRowsPerBlock = 96;

__global__ void gemv_t(const float* __restrict__ a, std::int64_t pitch, const float* __restrict__ x,
                       float* __restrict__ y, std::int64_t rows, std::int64_t columns) {
  const int lane = threadIdx.x & 31;
  const std::int64_t j = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t begin = std::int64_t{blockIdx.y} * kRowsPerBlock;
  const std::int64_t end = min(rows, begin + kRowsPerBlock);
  float sum = 0.f;
  for (std::int64_t i = begin; i < end; i += 32) {
    const float mine = i + lane < end ? x[i + lane] : 0.f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
      const float xk = __shfl_sync(FULL, mine, k);
      if (j < columns && i + k < end) sum = fmaf(a[(i + k) * pitch + j], xk, sum);
    }
  }
  if (j < columns) atomicAdd(&y[j], sum);
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const auto blocks = [](std::int64_t count, int each) {
    return static_cast<unsigned>((count + each - 1) / each);
  };
  const std::vector<std::function<void()>> steps{
      [&] { lockstep::check(cudaMemsetAsync(p.y, 0, p.columns * sizeof(float), launch.stream)); },
      [&] {
        gemv_t<<<dim3(blocks(p.columns, kBlock), blocks(p.rows, kRowsPerBlock)), kBlock, 0,
                 launch.stream>>>(p.a, p.pitch, p.x, p.y, p.rows, p.columns);
        lockstep::check_launch();
      },
  };
  for (const auto& step : steps) step();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
