// A is transposed first, padded to whole tiles; blocks of 128 threads draw tiles of the lower
// triangle from a queue.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32, kRows = 4;
/// t[l * pitch + i] = a[i * k + l], zeros beyond the edges
__global__ void transpose(const RowProducts::Device p, float* t, std::int64_t pitch) {
  __shared__ float tile[kTile][kTile + 1];
  const std::int64_t left = std::int64_t{blockIdx.x} * kTile,
                     top = std::int64_t{blockIdx.y} * kTile;
  for (unsigned r = threadIdx.y; r < kTile; r += kRows) {
    const std::int64_t i = top + r, l = left + threadIdx.x;
    tile[r][threadIdx.x] = i < p.n && l < p.k ? p.a[i * p.k + l] : 0.0F;
  }
  __syncthreads();
  for (unsigned r = threadIdx.y; r < kTile; r += kRows)
    t[(left + r) * pitch + top + threadIdx.x] = tile[threadIdx.x][r];
}

__global__ void multiply(const RowProducts::Device p, const float* t, std::int64_t pitch,
                         std::int64_t depth, unsigned tiles, unsigned* queue) {
  __shared__ float a[kTile][kTile], b[kTile][kTile];  // [l][i]
  __shared__ unsigned drawn;
  while (true) {
    if (threadIdx.x == 0 && threadIdx.y == 0) drawn = atomicAdd(queue, 1u);
    __syncthreads();
    unsigned left = drawn;
    if (left >= tiles * (tiles + 1) / 2) return;
    unsigned row = 0;
    while (left > row) left -= ++row;  // row has row + 1 tiles
    const std::int64_t i0 = std::int64_t{row} * kTile, j0 = std::int64_t{left} * kTile;
    float sum[8] = {};
    for (std::int64_t l0 = 0; l0 < depth; l0 += kTile) {
      for (unsigned r = threadIdx.y; r < kTile; r += kRows) {
        a[r][threadIdx.x] = t[(l0 + r) * pitch + i0 + threadIdx.x];
        b[r][threadIdx.x] = t[(l0 + r) * pitch + j0 + threadIdx.x];
      }
      __syncthreads();
      for (unsigned l = 0; l < kTile; ++l) {
        const float y = b[l][threadIdx.x];
        for (unsigned e = 0; e < 8; ++e) sum[e] += a[l][threadIdx.y + kRows * e] * y;
      }
      __syncthreads();
    }
    for (unsigned e = 0; e < 8; ++e) {
      const std::int64_t i = i0 + threadIdx.y + kRows * e, j = j0 + threadIdx.x;
      if (i < p.n && j <= i) p.c[i * p.n + j] = sum[e];
    }
  }
}

void run(const RowProducts::Device& p, const Launch& launch) {
  const unsigned tiles = lockstep::covering_blocks(p.n, kTile),
                 sections = lockstep::covering_blocks(p.k, kTile);
  const std::int64_t pitch = std::int64_t{tiles} * kTile, depth = std::int64_t{sections} * kTile;
  float* t = launch.scratch<float>(static_cast<std::size_t>(pitch * depth));
  unsigned* queue = launch.scratch<unsigned>(1);
  lockstep::check(cudaMemsetAsync(queue, 0, sizeof *queue, launch.stream));
  transpose<<<dim3(sections, tiles), dim3(kTile, kRows), 0, launch.stream>>>(p, t, pitch);
  lockstep::check_launch();
  multiply<<<std::min(tiles * (tiles + 1) / 2, 132U), dim3(kTile, kRows), 0, launch.stream>>>(
      p, t, pitch, depth, tiles, queue);
  lockstep::check_launch();
}

const Version version{__FILE__, "the products of a matrix's rows", run};

}  // namespace
