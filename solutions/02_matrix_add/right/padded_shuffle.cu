// A tile with padding. Warps add up rows by shuffles while they read them. An assert in the kernel.
#include <cassert>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void transposeScaled(ScaledTranspose::Device p) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  assert(blockDim.x == TILE_DIM && blockDim.y == BLOCK_ROWS);

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
    float v = 0.0f;
    if (x < p.width && y + j < p.height) v = p.alpha * p.a[(y + j) * p.pitch + x];
    tile[threadIdx.y + j][threadIdx.x] = v;
    float s = v;
    for (int d = 16; d >= 1; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x == 0 && y + j < p.height) atomicAdd(&p.sums[y + j], s);
  }
  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < p.height && y + j < p.width)
      p.t[(y + j) * p.t_pitch + x] = tile[threadIdx.x][threadIdx.y + j];
}

void run(const ScaledTranspose::Device& p, const Launch& launch) {
  dim3 dimGrid((p.width + TILE_DIM - 1) / TILE_DIM, (p.height + TILE_DIM - 1) / TILE_DIM, 1);
  dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);
  lockstep::check(cudaMemsetAsync(p.sums, 0, p.height * sizeof(float), launch.stream));
  transposeScaled<<<dimGrid, dimBlock, 0, launch.stream>>>(p);
  lockstep::check(cudaGetLastError());
}

const Version version{__FILE__, "a matrix turned and scaled, and its column sums", run};

}  // namespace
