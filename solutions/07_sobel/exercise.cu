/// @file
/// @brief Exercise 07, solved: a picture blurred by a mask of 5 × 5 weights.
///
/// A warp's lanes all want the same weight at the same time: that is what constant memory is made for, which serves one address to 32
/// lanes at once. Its pixels are neighbours' pixels too, which is what shared memory is made for.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr int kWide = 32, kHigh = 8;     // threads of a block, and pixels that it blurs
constexpr int kReach = Blur::kSide / 2;  // pixels that the mask reaches to each side
// A tile, with an apron around what the block blurs.
constexpr int kTileWide = kWide + 2 * kReach, kTileHigh = kHigh + 2 * kReach;
__constant__ int mask[Blur::kSide][Blur::kSide];

__global__ void blur(const Blur::Device p) {
  __shared__ std::uint8_t tile[kTileHigh][kTileWide];
  const std::int64_t left = std::int64_t{blockIdx.x} * kWide, top = std::int64_t{blockIdx.y} * kHigh;
  const int thread = static_cast<int>(threadIdx.y * kWide + threadIdx.x);
  for (int i = thread; i < kTileHigh * kTileWide; i += kWide * kHigh) {  // with the apron, more pixels than threads
    const std::int64_t column = left + i % kTileWide - kReach, row = top + i / kTileWide - kReach;
    const std::int64_t x = min(max(column, std::int64_t{0}), p.width - 1);  // the border's pixel stands for those beyond it
    const std::int64_t y = min(max(row, std::int64_t{0}), p.height - 1);
    tile[i / kTileWide][i % kTileWide] = p.image[y * p.pitch + x];
  }
  __syncthreads();  // a thread reads what others have loaded

  const std::int64_t x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= p.width || y >= p.height) return;  // blocks hang over both borders; after the barrier, for which all threads are needed
  int sum = Blur::kTotal / 2;                 // rounds
#pragma unroll                                // so that the weight's place is known, and stands in the instruction that multiplies by it
  for (int j = 0; j < Blur::kSide; ++j)
#pragma unroll
    for (int i = 0; i < Blur::kSide; ++i) sum += mask[j][i] * tile[threadIdx.y + j][threadIdx.x + i];
  p.blurred[y * p.pitch + x] = static_cast<std::uint8_t>(sum / Blur::kTotal);
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
