/// @file
/// @brief Leave every number on the device, do what belongs together in one kernel, and make the iteration one CUDA graph.
///
/// Change from v3: three kernels an iteration in place of eight, and no wait. A warp has a row, with 16-byte loads and shuffles;
/// the product adds pᵀAp, the update of x and r adds rᵀr. Each kernel's blocks leave partial sums, which each block of the next adds up.
/// Look at: `./lockstep run 09 --kernel v3,v4`: the time; and `--profile`: the launches.
#include "graph_loop.hpp"
#include "lockstep/grid.hpp"
#include "row_sum.hpp"
#include "update_kernels.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void multiply(const ConjugateGradient::Device s, Vectors v, const States* states, float* partial) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  if (states->now.end != End::running) return;
  const std::int64_t i = lockstep::global_thread() / 32;
  float product = 0;
  if (i < s.n) {  // the last block may have more warps than there are rows left
    const float sum = row_sum(s.a + i * s.pitch, v.p, s.n);
    if (lockstep::lane() == 0) v.q[i] = sum, product = v.p[i] * sum;
  }
  const float pq = lockstep::block_sum(product, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = pq;
}

void run(const ConjugateGradient::Device& s, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned rows = lockstep::covering_blocks(s.n, block / 32), elements = lockstep::covering_blocks(s.n, block);
  const Vectors v = scratch_vectors(s, launch);
  States* states = launch.scratch<States>(1);
  float *pq = launch.scratch<float>(rows), *rr = launch.scratch<float>(elements);

  iterate_as_graph(s, v, states, launch, [&] {
    multiply<<<rows, block, 0, launch.stream>>>(s, v, states, pq);
    lockstep::check_launch();
    update<<<elements, block, 0, launch.stream>>>(s, v, states, pq, rows, rr);
    lockstep::check_launch();
    turn<<<elements, block, 0, launch.stream>>>(s, v, states, rr);
    lockstep::check_launch();
  });
}

const Version version{__FILE__, "scalars stay on the device, three kernels an iteration, as a graph", run};

}  // namespace
