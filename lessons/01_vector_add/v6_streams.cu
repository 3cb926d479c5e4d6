/// @file
/// @brief Copy in, add and copy out at the same time: the vectors go through the device piece by piece, on three streams.
///
/// Change from v5: the vectors lie in the host's page-locked memory, and the copies belong to the work. While one piece is added, the
/// next is on its way in and the one before on its way out. The same in one piece and in two halves stands beside it.
/// Look at: `./lockstep run 01 --kernel v6_streams --plot v6.svg`: what happens at the same time.
#include <algorithm>
#include <array>

#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "thread_add.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void add(const float* a, const float* b, float* c, float* result, std::int64_t n) {
  const float sum = lockstep::block_sum(thread_add(a, b, c, n));
  if (threadIdx.x == 0) atomicAdd(result, sum);  // pieces on other streams add at the same time
}

/// A stream, with device memory for one piece of each vector.
struct Line {
  lockstep::Stream stream;
  float *a, *b, *c;
};

template <int kPieces>
void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const auto copy = [](float* to, const float* from, std::int64_t count, cudaStream_t stream) {
    lockstep::check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(float), cudaMemcpyDefault, stream));
  };
  const std::int64_t piece = lockstep::ceil_div<std::int64_t>(p.n, kPieces);
  std::array<Line, std::min(kPieces, 3)> lines;  // one copies in, one adds, one copies out
  for (Line& line : lines)
    for (float** memory : {&line.a, &line.b, &line.c}) *memory = launch.scratch<float>(static_cast<std::size_t>(piece));
  float* const sum = launch.scratch<float>(1);
  lockstep::check(cudaMemsetAsync(sum, 0, sizeof(float), launch.stream));

  const lockstep::Event begin, end;
  begin.record(launch.stream);
  for (const Line& line : lines) lockstep::check(cudaStreamWaitEvent(line.stream.get(), begin.get()));  // not before the sum is zero
  for (std::int64_t first = 0, i = 0; first < p.n; first += piece, ++i) {
    const auto& [stream, a, b, c] = lines[static_cast<std::size_t>(i) % lines.size()];  // its last piece is out before this one goes in
    const std::int64_t count = std::min(piece, p.n - first);
    const unsigned grid = launch.grid_or(blocks_for(count, block));
    copy(a, p.a + first, count, stream.get());
    copy(b, p.b + first, count, stream.get());
    add<<<grid, block, 0, stream.get()>>>(a, b, c, sum, count);
    lockstep::check_launch();
    copy(p.c + first, c, count, stream.get());
  }
  for (const Line& line : lines) {
    end.record(line.stream.get());
    lockstep::check(cudaStreamWaitEvent(launch.stream, end.get()));
  }
  copy(p.sum, sum, 1, launch.stream);
}

using lockstep::Memory;
const Version version{__FILE__, "copies and kernels overlap: 16 pieces on three streams", run<16>, "", Memory::pinned};
const Version two{__FILE__, "the same in two halves on two streams", run<2>, "2_pieces", Memory::pinned};
const Version one{__FILE__, "the same in one piece: nothing overlaps", run<1>, "1_piece", Memory::pinned};

}  // namespace
