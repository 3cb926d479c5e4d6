// Persistent blocks draw tiles of A from a queue; their warps meet in shared memory, and an atomic
// for each column adds to y.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kWarps = 8, kMost = 264, kRows = 128;

__global__ void multiply(const TransposedProduct::Device p, unsigned across, unsigned tiles,
                         unsigned* queue) {
  __shared__ float sums[kWarps][33], x[kRows];
  __shared__ unsigned drawn;
  const unsigned lane = threadIdx.x, warp = threadIdx.y, me = warp * 32 + lane;
  while (true) {
    if (me == 0) drawn = atomicAdd(queue, 1u);
    __syncthreads();
    const unsigned t = drawn;
    if (t >= tiles) return;
    const std::int64_t j = std::int64_t{t % across} * 32 + lane,
                       top = std::int64_t{t / across} * kRows;
    const unsigned rows = static_cast<unsigned>(min(p.rows - top, std::int64_t{kRows}));
    if (me < rows) x[me] = p.x[top + me];
    __syncthreads();
    float sum = 0;
    if (j < p.columns)
      for (unsigned r = warp; r < rows; r += kWarps) sum += p.a[(top + r) * p.pitch + j] * x[r];
    sums[warp][lane] = sum;
    __syncthreads();
    if (warp != 0 || j >= p.columns) continue;
    for (unsigned w = 1; w < kWarps; ++w) sum += sums[w][lane];
    atomicAdd(&p.y[j], sum);
  }
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  unsigned* queue = launch.scratch<unsigned>(1);
  lockstep::check(cudaMemsetAsync(queue, 0, sizeof *queue, launch.stream));
  lockstep::check(
      cudaMemsetAsync(p.y, 0, static_cast<std::size_t>(p.columns) * sizeof(float), launch.stream));
  const unsigned across = lockstep::covering_blocks(p.columns, 32),
                 tiles = across * lockstep::covering_blocks(p.rows, kRows);
  multiply<<<std::min(tiles, kMost), dim3(32, kWarps), 0, launch.stream>>>(p, across, tiles, queue);
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
