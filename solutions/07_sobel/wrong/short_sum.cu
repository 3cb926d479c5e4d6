/// @file
/// @brief Adds in a short, in which 255 * 256 has no room.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr int kWide = 32, kHigh = 8;     // threads of a block, and pixels that it blurs
constexpr int kReach = Blur::kSide / 2;  // pixels that the mask reaches to each side
constexpr int kTileWide = kWide + 2 * kReach, kTileHigh = kHigh + 2 * kReach;
__constant__ int mask[Blur::kSide][Blur::kSide];

__global__ void blur(const Blur::Device p) {
  __shared__ std::uint8_t tile[kTileHigh][kTileWide];
  const std::int64_t left = std::int64_t{blockIdx.x} * kWide, top = std::int64_t{blockIdx.y} * kHigh;
  const int thread = static_cast<int>(threadIdx.y * kWide + threadIdx.x);
  for (int i = thread; i < kTileHigh * kTileWide; i += kWide * kHigh) {
    const std::int64_t column = left + i % kTileWide - kReach, row = top + i / kTileWide - kReach;
    const std::int64_t x = min(max(column, std::int64_t{0}), p.width - 1);
    const std::int64_t y = min(max(row, std::int64_t{0}), p.height - 1);
    tile[i / kTileWide][i % kTileWide] = p.image[y * p.pitch + x];
  }
  __syncthreads();

  const std::int64_t x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= p.width || y >= p.height) return;
  short sum = Blur::kTotal / 2;
#pragma unroll
  for (int j = 0; j < Blur::kSide; ++j)
#pragma unroll
    for (int i = 0; i < Blur::kSide; ++i) sum += mask[j][i] * tile[threadIdx.y + j][threadIdx.x + i];  // no cast: nvcc asks for none
  p.blurred[y * p.pitch + x] = sum / Blur::kTotal;
}

void run(const Blur::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kWide * kHigh);
  const dim3 block(kWide, kHigh);
  const dim3 grid(lockstep::covering_blocks(p.width, kWide), lockstep::covering_blocks(p.height, kHigh, lockstep::kMostBlocksYZ));
  lockstep::check(cudaMemcpyToSymbolAsync(mask, p.mask, sizeof mask, 0, cudaMemcpyDeviceToDevice, launch.stream));
  blur<<<grid, block, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a blurred picture", run};

}  // namespace
