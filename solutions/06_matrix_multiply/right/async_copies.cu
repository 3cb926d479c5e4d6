// Two buffers: asynchronous copies fill one while the other is used. A template on the side of the
// tile.
#include <cuda_pipeline.h>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

template <int kT>
using Tile = float[kT][kT + 1];

template <int kT>
__device__ void fetch(Tile<kT>& to, const RowProducts::Device& p, std::int64_t row,
                      std::int64_t k) {
  float* const place = &to[threadIdx.y][threadIdx.x];
  if (row + threadIdx.y < p.n && k + threadIdx.x < p.k)
    __pipeline_memcpy_async(place, p.a + (row + threadIdx.y) * p.k + k + threadIdx.x,
                            sizeof(float));
  else
    *place = 0;
}

template <int kT>
__global__ void syrk(const RowProducts::Device p) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ Tile<kT> rows[2], columns[2];
  const std::int64_t row0 = std::int64_t{blockIdx.y} * kT, column0 = std::int64_t{blockIdx.x} * kT;
  const auto start = [&](int buffer, std::int64_t k) {
    if (k < p.k) {
      fetch<kT>(rows[buffer], p, row0, k);
      fetch<kT>(columns[buffer], p, column0, k);
    }
    __pipeline_commit();
  };

  start(0, 0);
  float sum = 0;
  int buffer = 0;
  for (std::int64_t k = 0; k < p.k; k += kT, buffer ^= 1) {
    start(buffer ^ 1, k + kT);
    __pipeline_wait_prior(1);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kT; ++i)
      sum += rows[buffer][threadIdx.y][i] * columns[buffer][threadIdx.x][i];
    __syncthreads();
  }
  const std::int64_t row = row0 + threadIdx.y, column = column0 + threadIdx.x;
  if (row < p.n && column <= row) p.c[row * p.n + column] = sum;
}

void run(const RowProducts::Device& p, const Launch& launch) {
  constexpr int kT = 32;
  const unsigned tiles = lockstep::covering_blocks(p.n, kT, lockstep::kMostBlocksYZ);
  syrk<kT><<<dim3(tiles, tiles), dim3(kT, kT), 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "the products of a matrix's rows", run};

}  // namespace
