/// @file
/// @brief Copy in, add and copy out at the same time: the vectors go through the device piece by piece, on three streams.
///
/// Change from v5: the vectors lie in the host's page-locked memory, and the copies belong to the work. While one piece is added, the
/// next is on its way in and the one before on its way out. The first and the last pieces are short, as nothing hides behind their way in
/// or out. The same in one piece and in two halves stands beside it.
/// Look at: `./lockstep run 01 --kernel v6_streams --plot v6.svg`: what happens at the same time.
#include <algorithm>
#include <array>
#include <numeric>

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "thread_add.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

// The pieces, as shares of their sum. Shorter ones would cost more: each copy takes some microseconds, however short.
constexpr std::array kSixteen{1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 5, 5, 4, 3, 2, 1};
constexpr std::array kHalves{1, 1};
constexpr std::array kWhole{1};

__global__ void add(const float* a, const float* b, float* c, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_add(a, b, c, n), warp_sums);
  if (threadIdx.x == 0) atomicAdd(result, sum);  // pieces on other streams add at the same time
}

/// A stream, with device memory for one piece of each vector.
struct Line {
  cudaStream_t stream;
  float *a, *b, *c;
};

template <const auto& kShares>
void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const auto copy = [](float* to, const float* from, std::int64_t count, cudaStream_t stream) {
    lockstep::check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(float), cudaMemcpyDefault, stream));
  };
  constexpr std::int64_t kSum = std::accumulate(kShares.begin(), kShares.end(), 0);
  const std::int64_t longest = lockstep::ceil_div(p.n * std::ranges::max(kShares), kSum);
  // Kept for the next run, as the memory is. One copies in, one adds, one copies out.
  static const std::array<lockstep::Stream, std::min<std::size_t>(kShares.size(), 3)> streams;
  std::array<Line, streams.size()> lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i].stream = streams[i].get();
    for (float** memory : {&lines[i].a, &lines[i].b, &lines[i].c}) *memory = launch.scratch<float>(static_cast<std::size_t>(longest));
  }
  float* const sum = launch.scratch<float>(1);
  lockstep::check(cudaMemsetAsync(sum, 0, sizeof(float), launch.stream));

  const lockstep::Event begin, end;
  begin.record(launch.stream);
  for (const Line& line : lines) lockstep::check(cudaStreamWaitEvent(line.stream, begin.get()));  // not before the sum is zero
  std::int64_t first = 0, shares = 0;
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    const auto& [stream, a, b, c] = lines[i % lines.size()];  // its last piece is out before this one goes in
    const std::int64_t count = p.n * (shares += kShares[i]) / kSum - first;
    if (count == 0) continue;  // of a very short vector
    const unsigned grid = launch.grid_or(blocks_for(count, block));
    copy(a, p.a + first, count, stream);
    copy(b, p.b + first, count, stream);
    add<<<grid, block, 0, stream>>>(a, b, c, sum, count);
    lockstep::check_launch();
    copy(p.c + first, c, count, stream);
    first += count;
  }
  for (const Line& line : lines) {
    end.record(line.stream);
    lockstep::check(cudaStreamWaitEvent(launch.stream, end.get()));
  }
  copy(p.sum, sum, 1, launch.stream);
}

using lockstep::Memory;
const Version version{__FILE__, "copies and kernels overlap: 16 pieces on three streams", run<kSixteen>, "", Memory::pinned};
const Version two{__FILE__, "the same in two halves on two streams", run<kHalves>, "2_pieces", Memory::pinned};
const Version one{__FILE__, "the same in one piece: nothing overlaps", run<kWhole>, "1_piece", Memory::pinned};

}  // namespace
