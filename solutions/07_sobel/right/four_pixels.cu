// Four pixels a thread: words in shared memory, whose bytes are taken apart by shifts, and stores
// of uchar4.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr int kThreads = 32, kHigh = 8, kWide = 4 * kThreads;

__constant__ int weights[Blur::kSide * Blur::kSide];

__device__ unsigned pixel(const Blur::Device& p, std::int64_t x, std::int64_t y) {
  x = x < 0 ? 0 : (x < p.width ? x : p.width - 1);
  y = y < 0 ? 0 : (y < p.height ? y : p.height - 1);
  return p.image[y * p.pitch + x];
}

// Four pixels from x on, the first in the lowest byte. A word that is wholly inside is loaded at
// once.
__device__ unsigned word(const Blur::Device& p, std::int64_t x, std::int64_t y) {
  if (x >= 0 && x + 4 <= p.width && y >= 0 && y < p.height)
    return *reinterpret_cast<const unsigned*>(p.image + y * p.pitch + x);
  return pixel(p, x, y) | pixel(p, x + 1, y) << 8 | pixel(p, x + 2, y) << 16 |
         pixel(p, x + 3, y) << 24;
}

__global__ void blur(const Blur::Device p) {
  __shared__ unsigned tile[kHigh + 4][kThreads + 2];
  const std::int64_t x0 = std::int64_t{blockIdx.x} * kWide, y0 = std::int64_t{blockIdx.y} * kHigh;
  for (int r = threadIdx.y; r < kHigh + 4; r += kHigh)
    for (int c = threadIdx.x; c < kThreads + 2; c += kThreads)
      tile[r][c] = word(p, x0 + 4 * (c - 1), y0 + r - 2);
  __syncthreads();

  const std::int64_t x = x0 + 4 * threadIdx.x, y = y0 + threadIdx.y;
  if (x >= p.width || y >= p.height) return;
  int sums[4] = {128, 128, 128, 128};
#pragma unroll
  for (int j = 0; j < 5; ++j) {
    const unsigned left = tile[threadIdx.y + j][threadIdx.x],
                   middle = tile[threadIdx.y + j][threadIdx.x + 1],
                   right = tile[threadIdx.y + j][threadIdx.x + 2];
    const unsigned char row[8] = {
        static_cast<unsigned char>(left >> 16),   static_cast<unsigned char>(left >> 24),
        static_cast<unsigned char>(middle),       static_cast<unsigned char>(middle >> 8),
        static_cast<unsigned char>(middle >> 16), static_cast<unsigned char>(middle >> 24),
        static_cast<unsigned char>(right),        static_cast<unsigned char>(right >> 8)};
#pragma unroll
    for (int i = 0; i < 5; ++i)
#pragma unroll
      for (int q = 0; q < 4; ++q) sums[q] += weights[5 * j + i] * row[i + q];
  }
  std::uint8_t* const out = p.blurred + y * p.pitch + x;
  if (x + 4 <= p.width) {
    *reinterpret_cast<uchar4*>(out) =
        make_uchar4(sums[0] >> 8, sums[1] >> 8, sums[2] >> 8, sums[3] >> 8);
  } else {
    for (int q = 0; x + q < p.width; ++q) out[q] = static_cast<std::uint8_t>(sums[q] >> 8);
  }
}

void run(const Blur::Device& p, const Launch& launch) {
  lockstep::check(cudaMemcpyToSymbolAsync(weights, p.mask, sizeof weights, 0,
                                          cudaMemcpyDeviceToDevice, launch.stream));
  const dim3 grid(lockstep::covering_blocks(p.width, kWide),
                  lockstep::covering_blocks(p.height, kHigh, lockstep::kMostBlocksYZ));
  blur<<<grid, dim3(kThreads, kHigh), 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a blurred picture", run};

}  // namespace
