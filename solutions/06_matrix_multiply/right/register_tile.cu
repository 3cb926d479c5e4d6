// Tiles of 64 x 64, of which a thread has 4 x 4 elements in registers. #pragma unroll and
// __launch_bounds__.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr int BM = 64, BK = 16, TM = 4, THREADS = 256, PAD = 2;

__global__ void __launch_bounds__(THREADS)
    ssyrk(const float* __restrict__ A, float* __restrict__ C, const int n, const int k) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ float As[BK][BM + PAD];
  __shared__ float Bs[BK][BM + PAD];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BM;
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  float acc[TM][TM] = {{0.0f}};
  float a[TM], b[TM];

  for (int k0 = 0; k0 < k; k0 += BK) {
#pragma unroll
    for (int i = 0; i < BM; i += THREADS / BK) {
      const int r = i + threadIdx.x / BK, c = threadIdx.x % BK;
      const bool in = k0 + c < k;
      As[c][r] = in && row0 + r < n ? A[std::int64_t{row0 + r} * k + k0 + c] : 0.0f;
      Bs[c][r] = in && col0 + r < n ? A[std::int64_t{col0 + r} * k + k0 + c] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < BK; ++kk) {
#pragma unroll
      for (int i = 0; i < TM; ++i) {
        a[i] = As[kk][ty + 16 * i];
        b[i] = Bs[kk][tx + 16 * i];
      }
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TM; ++j) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TM; ++j) {
      const int row = row0 + ty + 16 * i, col = col0 + tx + 16 * j;
      if (row < n && col <= row) C[std::int64_t{row} * n + col] = acc[i][j];
    }
}

void run(const RowProducts::Device& p, const Launch& launch) {
  const unsigned tiles = lockstep::covering_blocks(p.n, BM, lockstep::kMostBlocksYZ);
  ssyrk<<<dim3(tiles, tiles), THREADS, 0, launch.stream>>>(p.a, p.c, static_cast<int>(p.n),
                                                           static_cast<int>(p.k));
  lockstep::check_launch();
}

const Version version{__FILE__, "the products of a matrix's rows", run};

}  // namespace
