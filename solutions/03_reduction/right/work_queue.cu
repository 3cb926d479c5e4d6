// Blocks of 128 threads draw pieces of x from a queue; the last block to end adds up what all have
// left.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace cg = cooperative_groups;
namespace {

constexpr unsigned kBlock = 128, kChunk = 1024, kMost = 132;
struct State {
  unsigned next, done;
  double values[kMost], squares[kMost];
};

__global__ void solve(const MeanAndError::Device p, State* s) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  __shared__ unsigned chunk;
  __shared__ bool last;
  __shared__ double v[kBlock / 32], q[kBlock / 32];
  const double first = p.x[0];
  double values = 0, squares = 0;
  while (true) {
    if (block.thread_rank() == 0) chunk = atomicAdd(&s->next, 1u);
    block.sync();
    const std::int64_t begin = std::int64_t{chunk} * kChunk;
    block.sync();
    if (begin >= p.n) break;
    for (unsigned k = 0; k < kChunk; k += kBlock) {
      const std::int64_t i = begin + k + block.thread_rank();
      if (i < p.n) {
        const double d = p.x[i] - first;
        values += d;
        squares += d * d;
      }
    }
  }
  values = cg::reduce(warp, values, cg::plus<double>());
  squares = cg::reduce(warp, squares, cg::plus<double>());
  if (warp.thread_rank() == 0)
    v[warp.meta_group_rank()] = values, q[warp.meta_group_rank()] = squares;
  block.sync();
  if (block.thread_rank() == 0) {
    double sv = 0, sq = 0;
    for (unsigned w = 0; w < kBlock / 32; ++w) sv += v[w], sq += q[w];
    s->values[blockIdx.x] = sv;
    s->squares[blockIdx.x] = sq;
    __threadfence();
    last = atomicAdd(&s->done, 1u) == gridDim.x - 1;
    __threadfence();
  }
  block.sync();
  if (!last || warp.meta_group_rank() != 0) return;
  double sv = 0, sq = 0;
  for (unsigned b = warp.thread_rank(); b < gridDim.x; b += 32)
    sv += __ldcg(&s->values[b]), sq += __ldcg(&s->squares[b]);
  sv = cg::reduce(warp, sv, cg::plus<double>());
  sq = cg::reduce(warp, sq, cg::plus<double>());
  if (warp.thread_rank() != 0) return;
  const double n = static_cast<double>(p.n);
  *p.mean = static_cast<float>(first + sv / n);
  *p.error = static_cast<float>(sq / n - sv / n * (sv / n));
}

void run(const MeanAndError::Device& p, const Launch& launch) {
  State* s = launch.scratch<State>(1);
  lockstep::check(cudaMemsetAsync(s, 0, sizeof *s, launch.stream));
  solve<<<lockstep::enough_blocks(p.n, kChunk, kMost), kBlock, 0, launch.stream>>>(p, s);
  lockstep::check_launch();
}

const Version version{__FILE__, "mean and mean squared error", run};

}  // namespace
