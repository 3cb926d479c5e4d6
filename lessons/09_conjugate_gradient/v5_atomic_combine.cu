/// @file
/// @brief Let the blocks add by atomics: a grid of two dimensions for the product, one number for each sum. The old report's design.
///
/// Change from v4: no partial sums. A block of the product has 256 rows and a section of the columns, with p in shared memory, and adds to
/// q; the blocks of a sum add to one number. What is added to must be zero: a kernel that has no use for it clears it before.
/// Look at: `./lockstep run 09 --kernel v4,v5`: the atomics, and the time.
#include "graph_loop.hpp"
#include "lockstep/grid.hpp"
#include "state.hpp"

namespace {

constexpr unsigned kBlock = 256;       // threads, and rows
constexpr std::int64_t kColumns = 32;  // of a block at least, unless --elements decides

__global__ void multiply(const ConjugateGradient::Device s, Vectors v, const States* states, float* sums, std::int64_t columns) {
  extern __shared__ float section[];  // of p: one element for each thread of the block
  if (is_first_thread() && blockIdx.y == 0) sums[0] = sums[1] = 0;
  if (states->now.end != End::running) return;
  const std::int64_t i = lockstep::global_thread(), begin = blockIdx.y * columns, end = min(begin + columns, s.n);
  float sum = 0;
  for (std::int64_t first = begin; first < end; first += blockDim.x) {
    const std::int64_t length = min(std::int64_t{blockDim.x}, end - first);  // the last section may be shorter
    __syncthreads();                                                         // all must be done with the section before
    if (threadIdx.x < length) section[threadIdx.x] = v.p[first + threadIdx.x];
    __syncthreads();         // all of the section must be there
    if (i >= s.n) continue;  // no row left for this thread; but it must come to the barriers
#pragma unroll 16
    for (std::int64_t k = 0; k < length; ++k) sum += s.a[(first + k) * s.pitch + i] * section[k];  // the column, which is the row
  }
  if (i < s.n) atomicAdd(&v.q[i], sum);
}

__global__ void add_curvature(const ConjugateGradient::Device s, Vectors v, float* sums) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const std::int64_t i = lockstep::global_thread();
  const float pq = lockstep::block_sum(i < s.n ? v.p[i] * v.q[i] : 0, warp_sums);
  if (threadIdx.x == 0) atomicAdd(&sums[0], pq);
}

__global__ void update(const ConjugateGradient::Device s, Vectors v, States* states, float* sums) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  State state = states->now;
  if (state.end == End::running) state = state_with(s, state, sums[0], is_first_thread());
  if (is_first_thread()) states->before = state;
  if (state.end != End::running) return;
  const float rr = lockstep::block_sum(step(s, v, state.rr / sums[0]), warp_sums);
  if (threadIdx.x == 0) atomicAdd(&sums[1], rr);
}

__global__ void turn(const ConjugateGradient::Device s, Vectors v, States* states, const float* sums) {
  const State before = states->before;
  const std::int64_t i = lockstep::global_thread();
  if (i == 0) states->now = before.end != End::running ? before : state_after(s, sums[1], before.limit, before.k + 1, true);
  if (before.end != End::running || i >= s.n) return;
  v.p[i] = v.r[i] + sums[1] / before.rr * v.p[i];
  v.q[i] = 0;  // for the next product
}

/// Blocks along blockIdx.y: with those along blockIdx.x they fill one wave (or `--grid`), or each has the columns that `--elements` says.
unsigned sections_for(std::int64_t n, unsigned rows, unsigned block, const Launch& launch) {
  if (launch.elements != 0) {
    launch.refuse_grid();
    return lockstep::covering_blocks(n, launch.elements, lockstep::kMostBlocksYZ);
  }
  const unsigned blocks = launch.grid_or(lockstep::one_wave(multiply, block, block * sizeof(float)));
  const unsigned most = std::clamp(blocks / rows, 1U, static_cast<unsigned>(lockstep::kMostBlocksYZ));
  return lockstep::enough_blocks(n, kColumns, most);
}

void run(const ConjugateGradient::Device& s, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock), rows = lockstep::covering_blocks(s.n, block), shared = block * sizeof(float);
  const unsigned sections = sections_for(s.n, rows, block, launch);
  const auto columns = launch.elements != 0 ? std::int64_t{launch.elements} : lockstep::ceil_div<std::int64_t>(s.n, sections);
  const Vectors v = scratch_vectors(s, launch);
  States* states = launch.scratch<States>(1);
  float* sums = launch.scratch<float>(2);  // pᵀAp, and rᵀr

  iterate_as_graph(s, v, states, launch, [&] {
    multiply<<<dim3(rows, sections), block, shared, launch.stream>>>(s, v, states, sums, columns);
    lockstep::check_launch();
    add_curvature<<<rows, block, 0, launch.stream>>>(s, v, sums);
    lockstep::check_launch();
    update<<<rows, block, 0, launch.stream>>>(s, v, states, sums);
    lockstep::check_launch();
    turn<<<rows, block, 0, launch.stream>>>(s, v, states, sums);
    lockstep::check_launch();
  });
}

const Version version{__FILE__, "the product in sections, all sums by atomicAdd", run};

}  // namespace
