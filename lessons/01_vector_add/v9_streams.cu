/// @file
/// @brief Cut the vectors into 16 pieces, and let three streams copy and add them at the same time.
///
/// Change from v8: a loop over the pieces, which take turns on three streams. While one stream adds
/// a piece, another copies the next piece in, and the third copies the one before it out.
/// Look at: `./lockstep run 01 --kernel v9 --plot v9.svg`: what happens at the same time.
#include <algorithm>
#include <array>

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 1024;                   // threads
constexpr unsigned kGrid = lockstep::kMostBlocksX;  // blocks, if there is work for as many
constexpr unsigned kLoads = 2;                      // of each vector, that a thread has in flight
constexpr unsigned kPieces = 16;
constexpr unsigned kStreams = 3;

__device__ float add_four(float4 x, float4 y, float4* c) {
  const float4 z = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  *c = z;
  return (z.x + z.y) + (z.z + z.w);
}

__global__ void add(const float* a, const float* b, float* c, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const auto* a4 = reinterpret_cast<const float4*>(a);
  const auto* b4 = reinterpret_cast<const float4*>(b);
  auto* c4 = reinterpret_cast<float4*>(c);
  const std::int64_t fours = n / 4, tile = std::int64_t{kLoads} * blockDim.x;
  float sum = 0;
  for (std::int64_t first = blockIdx.x * tile; first < fours; first += gridDim.x * tile) {
    std::int64_t i = first + threadIdx.x;
    if (first + tile <= fours) {
      float4 x[kLoads], y[kLoads];
      for (unsigned k = 0; k < kLoads; ++k) {
        x[k] = a4[i + k * blockDim.x];
        y[k] = b4[i + k * blockDim.x];
      }
      for (unsigned k = 0; k < kLoads; ++k) {
        sum += add_four(x[k], y[k], c4 + i + k * blockDim.x);
      }
    } else {
      for (; i < fours; i += blockDim.x) sum += add_four(a4[i], b4[i], c4 + i);
    }
  }
  if (const std::int64_t i = 4 * fours + lockstep::global_thread(); i < n) {
    const float x = a[i] + b[i];
    c[i] = x;
    sum += x;
  }
  sum = lockstep::block_sum(sum, warp_sums);
  // One a block. Blocks of other pieces add at the same time.
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

void copy(float* to, const float* from, std::int64_t count, cudaStream_t stream) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
  lockstep::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  // Rounded up to whole float4s: a piece must begin at a multiple of 16 bytes.
  const std::int64_t piece = 4 * lockstep::ceil_div<std::int64_t>(p.n, 4 * kPieces);
  const auto n = static_cast<std::size_t>(p.n);
  float* a = launch.scratch<float>(n);
  float* b = launch.scratch<float>(n);
  float* c = launch.scratch<float>(n);
  float* sum = launch.scratch<float>(1);
  // Created in the first run and kept, as the memory is.
  static const std::array<lockstep::Stream, kStreams> streams;

  lockstep::check(cudaMemsetAsync(sum, 0, sizeof(float), launch.stream));
  // No stream may begin before the sum is zero.
  const lockstep::Event zeroed, added;
  zeroed.record(launch.stream);
  for (const lockstep::Stream& stream : streams) {
    lockstep::check(cudaStreamWaitEvent(stream.get(), zeroed.get()));
  }
  std::int64_t first = 0;
  for (unsigned i = 0; first < p.n; ++i) {
    const cudaStream_t stream = streams[i % kStreams].get();
    const std::int64_t count = std::min(piece, p.n - first);
    const std::int64_t threads = count / (4 * kLoads);
    const unsigned grid = launch.grid_or(lockstep::enough_blocks(threads, block, kGrid));
    copy(a + first, p.a + first, count, stream);
    copy(b + first, p.b + first, count, stream);
    add<<<grid, block, 0, stream>>>(a + first, b + first, c + first, sum, count);
    lockstep::check_launch();
    copy(p.c + first, c + first, count, stream);
    first += count;
  }
  // The sum is complete when all streams have added.
  for (const lockstep::Stream& stream : streams) {
    added.record(stream.get());
    lockstep::check(cudaStreamWaitEvent(launch.stream, added.get()));
  }
  copy(p.sum, sum, 1, launch.stream);
}

using lockstep::Memory;
const Version version{__FILE__, "16 equal pieces on three streams", run, "", Memory::pinned};

}  // namespace
